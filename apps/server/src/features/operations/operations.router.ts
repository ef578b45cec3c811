import { transactionIdInput } from "@hearth/domain/admin/inputs";
import {
  invariantsInput,
  jobIdInput,
  listJobsInput,
  listSetAsideInput,
  mendTransferInput,
  rebuildInput,
  reconcileInput,
  repairChainInput,
  resumeCompletionsInput,
  setAsideItemInput,
} from "@hearth/domain/operations/inputs";
import { router } from "../../trpc/init.ts";
import { adminProcedure, freshAdminProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { messageView } from "../../trpc/wire.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { transactionDetailView } from "../admin/transactions/transaction-detail.view.ts";
import {
  findContradictions,
  listJobs,
  mend,
  rebuild,
  reconcile,
  recheckTransaction,
  repair,
  resumeCompletions,
  retryJob,
} from "./operations.service.ts";
import {
  chainRepairView,
  invariantsView,
  jobView,
  mendedTransferView,
  rebuildView,
  reconciliationView,
  setAsideView,
} from "./operations.view.ts";
import { listItems, retryItem } from "./set-aside.service.ts";

/** Procedures for operating Hearth: checks, comparisons, repairs and retries. */
export const operationsRouter = router({
  reconcile: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(reconcileInput)
    .output(synchronous(reconciliationView))
    .mutation(({ ctx, input }) => reconcile(ctx.deps, { actor: ctx.actor, origin: ctx }, input)),
  resumeCompletions: freshAdminProcedure
    .input(resumeCompletionsInput)
    .output(synchronous(reconciliationView))
    .mutation(({ ctx, input }) => resumeCompletions(ctx.deps, { actor: ctx.actor, origin: ctx }, input.reason)),
  repairChain: freshAdminProcedure
    .input(repairChainInput)
    .output(synchronous(chainRepairView))
    .mutation(({ ctx, input }) => repair(ctx.deps, { actor: ctx.actor, origin: ctx }, input)),
  mendTransfer: freshAdminProcedure
    .input(mendTransferInput)
    .output(synchronous(mendedTransferView))
    .mutation(({ ctx, input }) => mend(ctx.deps, { actor: ctx.actor, origin: ctx }, input)),
  rebuild: adminProcedure
    .input(rebuildInput)
    .output(synchronous(rebuildView))
    .query(({ ctx, input }) => rebuild(ctx.deps, input)),
  invariants: adminProcedure
    .input(invariantsInput)
    .output(synchronous(invariantsView))
    .query(({ ctx, input }) => findContradictions(ctx.deps, input)),
  recheck: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(transactionIdInput)
    .output(synchronous(transactionDetailView))
    .mutation(({ ctx, input }) => recheckTransaction(ctx.deps, { actor: ctx.actor, origin: ctx }, input.transactionId)),
  jobs: adminProcedure
    .input(listJobsInput)
    .output(synchronous(jobView.array()))
    .query(({ ctx, input }) => listJobs(ctx.deps, input)),
  retryJob: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(jobIdInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => retryJob(ctx.deps, { actor: ctx.actor, origin: ctx }, input.jobId)),
  setAside: adminProcedure
    .input(listSetAsideInput)
    .output(synchronous(setAsideView.array()))
    .query(({ ctx, input }) => listItems(ctx.deps, input)),
  retrySetAside: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(setAsideItemInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => retryItem(ctx.deps, { actor: ctx.actor, origin: ctx }, input)),
});
