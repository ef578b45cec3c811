import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type {
  InvariantsInput,
  ListJobsInput,
  MendTransferInput,
  RebuildInput,
  ReconcileInput,
  RepairChainInput,
} from "@hearth/domain/operations/inputs";
import { type AuditEntry, insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { type TransactionDetailView, viewTransactionDetail } from "../admin/transactions/transaction-detail.view.ts";
import { getTransaction } from "../admin/transactions/transactions.service.ts";
import { expirePayment } from "../payments/checkout/end-payment.ts";
import { checkStretch } from "../settlement/checking/check-state.ts";
import { areCompletionsStopped, releaseCompletions } from "../settlement/counting/completions.service.ts";
import { isMerchant, rebuildLedger } from "../settlement/checking/rebuild-ledger.ts";
import { mendTransfer } from "../settlement/recording/mend-transfer.ts";
import { reconcileLedger } from "../settlement/recording/reconcile-ledger.ts";
import { repairChain } from "../settlement/reading/repair-chain.ts";
import { readToHead } from "../settlement/reading/read-to-head.ts";
import { withChain } from "../settlement/reading/with-chain.ts";
import { stateRules } from "./check-state.ts";
import { listJobRows, markJobRetried } from "./jobs.repo.ts";
import type { ChainRepairView, InvariantsView, JobView, MendedTransferView, RebuildView, ReconciliationView } from "./operations.view.ts";

/** Pages of the chain compared in one call; the caller repeats it for more. */
const pagesAtOnce = 10;

/** The maximum number of differences listed for one stretch. */
const differencesShown = 100;

/** The actor of a call, and its origin. */
interface Caller {
  actor: Actor;
  origin: CallOrigin;
}

/**
 * Compares ledger and chain, one stretch of the chain a call, and records transfers missing from the ledger. From block 0 on, it rereads
 * every transfer and so rebuilds the payments' chain data. @throws HearthError CHAIN_UNAVAILABLE.
 */
export async function reconcile(deps: Deps, caller: Caller, { fromBlock }: ReconcileInput): Promise<ReconciliationView> {
  const options = fromBlock === undefined ? {} : { from: BigInt(fromBlock) };
  const compared = await withChain(() => reconcileLedger(deps, { ...options, pages: pagesAtOnce }));
  const { upTo, missing, invented, differing, isDone } = compared;
  await writeAuditEntry(deps, caller, { action: "ledger.compared", data: { upTo: String(upTo), missing, invented, differing } });
  return { upTo: String(upTo), isDone, missing, invented, differing, areCompletionsStopped: await areCompletionsStopped(deps) };
}

/**
 * Lets payments complete again after completions were stopped. Compares ledger and chain first, and requires that they agree.
 * @throws HearthError CONFLICT where they differ or nothing was stopped, CHAIN_UNAVAILABLE.
 */
export async function resumeCompletions(deps: Deps, caller: Caller, reason: string): Promise<ReconciliationView> {
  const before = await reconcile(deps, caller, {});
  if (before.invented > 0) throw new HearthError("CONFLICT", { message: "The ledger still holds transfers that the chain does not have" });
  if (!before.isDone)
    throw new HearthError("CONFLICT", { message: "Ledger and chain are not compared to the end yet. Run the comparison first." });
  if (!before.areCompletionsStopped) throw new HearthError("CONFLICT", { message: "Payments are not stopped" });
  await releaseCompletions(deps);
  await writeAuditEntry(deps, caller, { action: "completions.resumed", data: { reason } });
  return { ...before, areCompletionsStopped: false };
}

/**
 * Rewinds the chain cursor to a block that the chain has, and reverts everything read above it that the chain does not have.
 * @throws HearthError CONFLICT, CHAIN_UNAVAILABLE.
 */
export async function repair(deps: Deps, { actor, origin }: Caller, { toBlock, reason }: RepairChainInput): Promise<ChainRepairView> {
  const { from, to, takenBack } = await withChain(() =>
    repairChain(deps, {
      toBlock: toBlock === undefined ? undefined : BigInt(toBlock),
      writeDown: (tx, done) => {
        const data = { from: String(done.from), to: String(done.to), takenBack: done.takenBack, reason };
        return insertAuditEntry(tx, origin, { at: deps.clock.now(), actorId: actor.userId, action: "chain.repaired", data });
      },
    }),
  );
  return { from: String(from), to: String(to), takenBack };
}

/**
 * Rewrites the rows of a transfer's transaction from the chain, where they differ. @throws HearthError NOT_FOUND, CONFLICT,
 * CHAIN_UNAVAILABLE.
 */
export async function mend(deps: Deps, { actor, origin }: Caller, { transferId, reason }: MendTransferInput): Promise<MendedTransferView> {
  const id = parsePublicId("transfer", transferId);
  if (id === null) throw new HearthError("NOT_FOUND", { message: "Transfer not found" });
  return withChain(() =>
    mendTransfer(deps, id, (tx, { txHash, takenBack, recorded }) => {
      const data = { txHash, takenBack, recorded, reason };
      const entry = { at: deps.clock.now(), actorId: actor.userId, action: "transfer.mended" as const, subject: transferId, data };
      return insertAuditEntry(tx, origin, entry);
    }),
  );
}

/**
 * Rebuilds one stretch of the ledger from the journal or the chain, and compares it with the stored rows. Changes nothing. To continue,
 * call again with `next`. @throws HearthError CHAIN_UNAVAILABLE, NOT_FOUND for an unknown merchant.
 */
export async function rebuild(deps: Deps, { at, fromBlock, merchantId: publicMerchantId }: RebuildInput): Promise<RebuildView> {
  const merchantId = publicMerchantId === undefined ? null : parsePublicId("merchant", publicMerchantId);
  if (publicMerchantId !== undefined && (merchantId === null || !(await isMerchant(deps, merchantId))))
    throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  const { part, checked, upTo, differences, totals, next } = await withChain(() =>
    rebuildLedger(deps, at, { fromBlock: fromBlock === undefined ? null : BigInt(fromBlock), merchantId }),
  );
  return {
    part,
    checked,
    upTo: upTo?.toString() ?? null,
    differences: differences.slice(0, differencesShown),
    differenceCount: differences.length,
    totals: totals.map(({ id, name, gross, refunded, unmatched }) => ({
      _id: publicId("merchant", id),
      name,
      gross: String(gross),
      refunded: String(refunded),
      unmatched: String(unmatched),
    })),
    next,
  };
}

/** Checks the invariants of one stretch of the state. To continue, call again with `next`. */
export async function findContradictions({ db }: Pick<Deps, "db">, { at }: InvariantsInput): Promise<InvariantsView> {
  return checkStretch(db, stateRules, at);
}

/** Reads the chain now for any user's payment, and returns the payment's state. @throws HearthError NOT_FOUND, CHAIN_UNAVAILABLE. */
export async function recheckTransaction(deps: Deps, caller: Caller, transactionId: string): Promise<TransactionDetailView> {
  const { payment } = await getTransaction(deps, transactionId);
  await withChain(() => readToHead(deps));
  await expirePayment(deps, payment.id);
  await writeAuditEntry(deps, caller, { action: "payment.rechecked", subject: publicId("payment", payment.id) });
  return viewTransactionDetail(deps, await getTransaction(deps, transactionId));
}

/** Returns the background jobs that the queue still keeps. */
export async function listJobs(deps: Deps, input: ListJobsInput): Promise<JobView[]> {
  const rows = await listJobRows(deps.db, input);
  return rows.map(({ id, name, state, retries, createdAt, endedAt, error }) => ({
    _id: id,
    name,
    state,
    retries,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    error,
  }));
}

/** Runs a failed job once more. @throws HearthError CONFLICT where no failed job has this id. */
export async function retryJob(deps: Deps, { actor, origin }: Caller, jobId: string): Promise<{ message: string }> {
  return deps.db.transaction(async (tx) => {
    const name = await markJobRetried(tx, jobId);
    if (name === null) throw new HearthError("CONFLICT", { message: "There is no failed job with this ID" });
    const entry = { at: deps.clock.now(), actorId: actor.userId, action: "job.retried" as const, subject: jobId, data: { name } };
    await insertAuditEntry(tx, origin, entry);
    return { message: `The job ${name} runs again in a moment` };
  });
}

async function writeAuditEntry(
  deps: Deps,
  { actor, origin }: Caller,
  entry: Pick<AuditEntry, "action" | "subject" | "data">,
): Promise<void> {
  await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), actorId: actor.userId, ...entry });
}
