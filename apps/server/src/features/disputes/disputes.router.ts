import {
  cancelDisputeInput,
  closeDisputeInput,
  commentInput,
  disputeDocumentInput,
  disputeIdInput,
  disputesOfPaymentInput,
  fileDisputeInput,
  fileForPayerInput,
  listDisputesInput,
  listOwnDisputesInput,
  reopenDisputeInput,
  searchDisputesInput,
  updateDisputeInput,
} from "@hearth/domain/disputes/inputs";
import { documentTypes } from "@hearth/domain/disputes/documents";
import { z } from "zod";
import type { Actor } from "../../trpc/context.ts";
import { router } from "../../trpc/init.ts";
import { adminProcedure, merchantProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { whileSuspended } from "../../trpc/write-rules.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { addComment, cancelDispute, closeDispute, reopenDispute, updateDispute } from "./change-dispute.ts";
import type { Viewer } from "./disputes.repo.ts";
import { getDocument, listDisputesAbout, listVisibleDisputes, loadDispute } from "./disputes.service.ts";
import { disputeDetailView, disputePageView } from "./disputes.view.ts";
import { fileDispute, fileForPayer } from "./file-dispute.ts";

const documentFile = z.strictObject({
  _id: z.string(),
  originalName: z.string(),
  type: z.enum(documentTypes),
  sizeBytes: z.number().int(),
});

const viewer = (as: Viewer["as"], { userId }: Actor): Viewer => ({ as, userId });

/** Disputes of a payer, of a merchant, and all of them for administrators. */
export const disputesRouter = router({
  file: userProcedure
    .meta(noStepUp.disputes)
    .input(fileDisputeInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => fileDispute(ctx, input)),
  cancel: userProcedure
    .meta(noStepUp.disputes)
    .input(cancelDisputeInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => cancelDispute(ctx, input)),
  reopen: userProcedure
    .meta(noStepUp.disputes)
    .input(reopenDisputeInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => reopenDispute(ctx, input)),
  update: userProcedure
    .meta(noStepUp.disputes)
    .input(updateDisputeInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => updateDispute(ctx, input)),
  list: userProcedure
    .input(listDisputesInput)
    .output(synchronous(disputePageView))
    .query(({ ctx, input }) => listVisibleDisputes(ctx.deps, viewer("payer", ctx.actor), input, ctx.timeZone)),
  ofPayment: userProcedure
    .input(disputesOfPaymentInput)
    .output(synchronous(disputeDetailView.array()))
    .query(({ ctx, input }) => listDisputesAbout(ctx.deps, ctx.actor, input.paymentId)),

  /** For the payer and for the merchant, like the next two. */
  get: userProcedure
    .input(disputeIdInput)
    .output(synchronous(disputeDetailView))
    .query(({ ctx, input }) => loadDispute(ctx.deps, viewer("party", ctx.actor), input.disputeId)),
  comment: userProcedure
    .meta(noStepUp.disputes)
    .meta({ policy: "user", staff: "manager", ...whileSuspended.answersDisputes })
    .input(commentInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => addComment(ctx, "party", input)),
  document: userProcedure
    .input(disputeDocumentInput)
    .output(synchronous(documentFile))
    .query(({ ctx, input }) => getDocument(ctx.deps, viewer("party", ctx.actor), input)),

  listForMerchant: merchantProcedure
    .input(listOwnDisputesInput)
    .output(synchronous(disputePageView))
    .query(({ ctx, input }) => listVisibleDisputes(ctx.deps, viewer("merchant", ctx.actor), input, ctx.timeZone)),

  listForAdmin: adminProcedure
    .input(searchDisputesInput)
    .output(synchronous(disputePageView))
    .query(({ ctx, input }) => listVisibleDisputes(ctx.deps, viewer("admin", ctx.actor), input, ctx.timeZone)),
  getForAdmin: adminProcedure
    .input(disputeIdInput)
    .output(synchronous(disputeDetailView))
    .query(({ ctx, input }) => loadDispute(ctx.deps, viewer("admin", ctx.actor), input.disputeId)),
  fileForPayer: adminProcedure
    .meta(noStepUp.disputes)
    .input(fileForPayerInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => fileForPayer(ctx, input)),
  commentForAdmin: adminProcedure
    .meta(noStepUp.disputes)
    .input(commentInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => addComment(ctx, "admin", input)),
  documentForAdmin: adminProcedure
    .input(disputeDocumentInput)
    .output(synchronous(documentFile))
    .query(({ ctx, input }) => getDocument(ctx.deps, viewer("admin", ctx.actor), input)),
  close: adminProcedure
    .meta(noStepUp.disputes)
    .input(closeDisputeInput)
    .output(synchronous(disputeDetailView))
    .mutation(({ ctx, input }) => closeDispute(ctx, input)),
});
