import { type ExpectedTransfer, judgeTransfer, type MismatchReason } from "@hearth/chain/judge-transfer";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { type AttachOutcome, outcomeOfAttaching, verdictFor } from "@hearth/domain/payments/short";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { releaseOrders } from "../../ledger/onramp-orders.repo.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { findPaymentByBinding, lockPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { isTransferBeingReturned } from "../../ledger/refunds.repo.ts";
import { hasMatchedTransfer, lockTransfer, sumTooLittle, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { alignParts } from "../../settlement/recording/align-parts.ts";
import { observedOf } from "../../settlement/counting/count-transfer.ts";
import { expectedOf, matchTransfer } from "../../settlement/recording/match-payment.ts";
import { notifyShort } from "../../settlement/returns/payment-notices.ts";
import { alignReturnsOf } from "../../settlement/returns/settle-refund.ts";
import { alignAndRecord, transferData } from "../../settlement/recording/transfer-events.ts";
import { uncountTransfer } from "../../settlement/recording/undo-transfers.ts";
import { reopenClaims } from "../claims/claims.repo.ts";
import { settleClaims } from "./settle-claims.ts";
import { hasDependents } from "./unmatched-transfers.repo.ts";

/** A person's decision about a transfer, with the reason. Ids are row ids. */
export interface TransferDecision {
  transferId: string;
  actor: Actor;
  origin: CallOrigin;
  reason: string;
  /** The merchant whose wallet the transfer must have reached; null for administrators. */
  merchantId: string | null;
}

/**
 * Attaches a transfer to the payment that a person names, whatever the amount: too little makes the payment short, too much completes it as
 * over. Payee, network and token must fit. For a merchant, the transfer must not be older than the checkout nor belong to another payer.
 * The next settlement counts it. Runs in the caller's transaction. Returns the payment's resulting state. With `opensPayment`, the payment
 * was opened for this transfer and may be younger.
 *
 * @throws HearthError NOT_FOUND, or CONFLICT with the reason.
 */
export async function attachTransfer(
  deps: Deps,
  tx: Transaction,
  decision: TransferDecision & { paymentId: string; opensPayment?: boolean },
): Promise<AttachOutcome> {
  const transfer = await lockUnmatchedTransfer(deps, tx, decision);
  await requireStaying(tx, transfer);
  const payment = await lockPayment(tx, decision.paymentId);
  if (!payment || payment.merchantId !== transfer.merchantId) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  if (transfer.paymentId === payment.id && transfer.verdict === "short") throw conflict("This transfer already counts for this payment");
  if (transfer.boundBy === "admin") throw conflict("This transfer was already attached to another payment");
  if (payment.status === "completed" || (await hasMatchedTransfer(tx, payment.id))) throw conflict("This payment already has its money");
  const outcome = outcomeOfAttaching(payment.amountCents, await sumTooLittle(tx, payment.id), transfer.usdcUnits);
  const verdict = verdictFor(payment.amountCents, transfer.usdcUnits, false);
  const match = { paymentId: payment.id, topUpId: null, verdict, boundBy: "admin" as const };
  const { opensPayment = false, merchantId } = decision;
  const isAdmin = merchantId === null;
  const refusal = refusalOf(
    deps,
    { ...transfer, ...match },
    {
      ...expectedOf({ payment, topUp: null }, [transfer.fromAddress]),
      ...((isAdmin || opensPayment) && { notBefore: null }),
      usdcUnits: transfer.usdcUnits,
    },
  );
  if (refusal !== null) throw conflict(refusal);
  if (!isAdmin && (await isSomebodyElses(tx, transfer, payment)))
    throw conflict(
      transfer.binding
        ? "The transfer carries the reference of another person's payment"
        : "The transfer belongs to another person's payment",
    );
  const attached = await updateTransfer(tx, transfer.id, { ...match, setAsideAt: null });
  const at = deps.clock.now();
  const data = { ...transferData(transfer), ...(opensPayment && { opensPayment }) };
  await insertPaymentEvent(tx, { paymentId: payment.id, type: "attached", actorId: decision.actor.userId, data, at });
  if (verdict === "short") await alignParts(tx, payment, at);
  if (outcome.kind === "short") await notifyShort(tx, payment, attached, at);
  await settleClaims(tx, transfer, { paymentId: payment.id, actor: decision.actor, origin: decision.origin, at });
  await audit(deps, tx, decision, "transfer.attached", { paymentId: publicId("payment", payment.id) });
  return outcome;
}

/**
 * Reverses `attachTransfer`; a payment it completed returns to its earlier status. Returns that payment's id. For administrators, and for a
 * landlord who opened the payment for this transfer. @throws HearthError NOT_FOUND, or CONFLICT for a transfer that nobody has attached, and
 * where a dispute or refund depends on the payment.
 */
export async function detachTransfer(deps: Deps, tx: Transaction, decision: TransferDecision): Promise<string> {
  await lockCursor(tx, deps.network.chainId);
  const transfer = await findTransfer(tx, decision);
  if (transfer.boundBy !== "admin" || transfer.paymentId === null) throw conflict("No one has attached this transfer");
  const payment = await lockPayment(tx, transfer.paymentId);
  const at = deps.clock.now();
  if (payment) {
    const reopenAs = await uncountTransfer(tx, payment, transfer, at);
    const data = { ...transferData(transfer), ...(reopenAs !== null && { reopenAs }) };
    await insertPaymentEvent(tx, { paymentId: payment.id, type: "detached", actorId: decision.actor.userId, data, at });
  }
  await updateTransfer(tx, transfer.id, { paymentId: null, verdict: "unmatched", boundBy: null });
  await reopenClaims(tx, transfer.id);
  await restoreNamed(deps, tx, transfer);
  const reopened = await lockPayment(tx, transfer.paymentId);
  if (reopened) await alignParts(tx, reopened, at);
  await alignReturnsOf(tx, [transfer.id], at);
  await audit(deps, tx, decision, "transfer.detached", { paymentId: publicId("payment", transfer.paymentId) });
  // The payment is locked here: a dispute or refund that comes later sees it without its money.
  if (await hasDependents(tx, transfer.paymentId))
    throw conflict("The payment was disputed or refunded since, so the transfer stays with it");
  return transfer.paymentId;
}

/**
 * Matches a detached transfer again: to the payment of its reference, or by following the onramp orders of its transaction, which bind it.
 */
async function restoreNamed(deps: Deps, tx: Transaction, transfer: TransferRow): Promise<void> {
  const at = deps.clock.now();
  if (transfer.binding === null) return releaseOrders(tx, { txHash: transfer.txHash }, at);
  const match = await matchTransfer(tx, deps.network, observedOf({ ...transfer, boundBy: null }));
  if (match.verdict !== "unmatched") await alignAndRecord(tx, await updateTransfer(tx, transfer.id, match), at);
}

/** Locks a living transfer that pays no payment, together with the cursor's lock, which serializes all matching. */
export async function lockUnmatchedTransfer(deps: Deps, tx: Transaction, decision: Pick<TransferDecision, "transferId" | "merchantId">) {
  await lockCursor(tx, deps.network.chainId);
  const transfer = await findTransfer(tx, decision);
  if (transfer.verdict === "matched" || transfer.verdict === "part") throw conflict("This transfer already belongs to a payment");
  return transfer;
}

/** Rejects decisions about money that is being or was returned. @throws HearthError CONFLICT. */
export async function requireStaying(tx: Transaction, { id }: TransferRow): Promise<void> {
  if (await isTransferBeingReturned(tx, id))
    throw conflict("This transfer is being sent back. Cancel that first, if the money is still there.");
}

async function findTransfer(tx: Transaction, { transferId, merchantId }: Pick<TransferDecision, "transferId" | "merchantId">) {
  const transfer = await lockTransfer(tx, transferId);
  const isMeant =
    transfer?.reorgedAt === null && transfer.merchantId !== null && (merchantId === null || transfer.merchantId === merchantId);
  if (!transfer || !isMeant) throw new HearthError("NOT_FOUND", { message: "Transfer not found" });
  return transfer;
}

const refusals: Record<MismatchReason, string> = {
  chain: "The transfer was made on another network",
  token: "The transfer was made in another token",
  payee: "The transfer went to another wallet than the payment asked for",
  self: "The transfer came from the wallet that it went to",
  short: "The transfer is less than the payment's amount",
  over: "The transfer is more than the payment's amount",
  early: "The transfer is older than the payment",
  unbound: "The transfer does not match this payment",
};

/** Returns the reason for which a transfer can never pay a payment, or null. Depth is checked later. */
function refusalOf(deps: Deps, transfer: TransferRow, expected: ExpectedTransfer): string | null {
  const view = { head: transfer.blockNumber, safe: null, canonicalHash: transfer.blockHash };
  const judgement = judgeTransfer(observedOf(transfer), expected, view, deps.network);
  return judgement.kind === "mismatch" ? refusals[judgement.reason] : null;
}

/** Returns true when the transfer's reference, or the onramp order that it was bought with, names another payer's payment. */
async function isSomebodyElses(tx: Transaction, { binding, chainId, paymentId }: TransferRow, payment: PaymentRow): Promise<boolean> {
  const meant = binding ? await findPaymentByBinding(tx, chainId, binding) : paymentId === null ? null : await lockPayment(tx, paymentId);
  return meant !== null && meant.consumerId !== payment.consumerId;
}

async function audit(
  deps: Deps,
  tx: Transaction,
  decision: TransferDecision,
  action: "transfer.attached" | "transfer.detached",
  about: { paymentId: string },
): Promise<void> {
  const { actor, origin, transferId, reason } = decision;
  const subject = publicId("transfer", transferId);
  await insertAuditEntry(tx, origin, { at: deps.clock.now(), actorId: actor.userId, action, subject, data: { reason, ...about } });
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
