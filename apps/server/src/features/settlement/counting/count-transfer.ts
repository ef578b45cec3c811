import { judgeTransfer } from "@hearth/chain/judge-transfer";
import type { ChainView } from "@hearth/chain/judge-transfer";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { credited } from "@hearth/db/postings";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { sumOfUnits } from "@hearth/domain/payments/short";
import type { PaymentOddity } from "@hearth/domain/payments/status";
import { isPaidLate } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { type Cursor, lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { insertPostings } from "../../ledger/journal.repo.ts";
import { insertPaymentEvents, type NewPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { lockPayments, markCompleted, type PaymentRow } from "../../ledger/payments.repo.ts";
import { listRefunded } from "../../ledger/refunds.repo.ts";
import { type CheckoutRow, listTopUps, markTopUpsEnded } from "../../ledger/top-ups.repo.ts";
import { findTransfer, listPayingOf, lockTransfer, markCounted, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { asLog } from "../recording/known-rows.ts";
import { expectedOf } from "../recording/match-payment.ts";
import { notifyCompleted } from "../returns/payment-notices.ts";
import { reviewOpenRefund } from "../returns/review-open-refund.ts";
import {
  alignReturns,
  alignReturnsOf,
  auditGivenBack,
  expectedOfRefund,
  lockRefundWithOrigin,
  settleRefund,
} from "../returns/settle-refund.ts";
import { transferData } from "../recording/transfer-events.ts";

/** An uncounted transfer with the chain's view of its block. */
export interface Asked<Transfer = TransferRow> {
  transfer: Transfer;
  view: ChainView;
}

/** Candidate transfers by payment id. */
export type CandidatesByPayment = ReadonlyMap<string, readonly Asked[]>;

/**
 * Completes payments whose transfers are deep enough: one transfer alone, or the parts that are enough together. No other code completes a
 * payment. The chain was queried before; under the lock our own rows are read and judged again. A transfer without a chain view prevents
 * completion. Returns the payments completed now. One transaction; the number of statements does not grow with the batch.
 */
export async function countPayments(deps: Deps, batch: CandidatesByPayment): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCounting(tx, deps.network.chainId);
    if (!cursor) return [];
    const payments = (await lockPayments(tx, [...batch.keys()])).filter(({ status }) => status !== "completed");
    const transfers = await listPayingOf(
      tx,
      payments.map(({ id }) => id),
    );
    const topUps = new Map((await listTopUps(tx, idsOfTopUps(transfers))).map((topUp) => [topUp.id, topUp]));
    const payingOf = Map.groupBy(transfers, ({ paymentId }) => paymentId);
    const settled = payments.flatMap((payment) => {
      const paying = payingOf.get(payment.id) ?? [];
      const candidates = batch.get(payment.id) ?? [];
      const isSettled = paying.every((transfer) => {
        const view = candidates.find(({ transfer: { id, blockHash } }) => id === transfer.id && blockHash === transfer.blockHash)?.view;
        if (!view) return false;
        const expected = expectedFor(transfer, { payment, topUp: topUps.get(transfer.topUpId ?? "") ?? null });
        return judgeTransfer(observedOf(transfer), expected, cutTo(cursor, view), deps.network).kind === "settled";
      });
      return isSettled ? completionOf(payment, paying) : [];
    });
    return complete(tx, settled, deps.clock.now());
  });
}

function idsOfTopUps(transfers: readonly TransferRow[]): string[] {
  return transfers.flatMap(({ topUpId }) => topUpId ?? []);
}

/** Counts a refund's transfer as money returned once it is deep enough, judged like a payment's. Returns true if it counted now. */
export async function countRefundTransfer(deps: Deps, candidate: TransferRow, view: ChainView): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockCounted(tx, candidate, view);
    if (!locked) return false;
    const { transfer } = locked;
    if (transfer.refundId === null || transfer.givenBackAt !== null || transfer.senderMerchantId === null) return false;
    if (transfer.refundProblem === "foreignWallet" || transfer.refundProblem === "wrongAddress") return false;
    const refund = await lockRefundWithOrigin(tx, transfer.refundId);
    if (!refund) return false;
    const judgement = judgeTransfer(observedOf(transfer), expectedOfRefund(refund, transfer), locked.view, deps.network);
    if (judgement.kind !== "settled") return false;
    const now = deps.clock.now();
    await updateTransfer(tx, transfer.id, { givenBackAt: now });
    await settleRefund(tx, refund.id, now);
    const settled = await findTransfer(tx, transfer.id);
    if (settled) await auditGivenBack(tx, refund, settled, now);
    return true;
  });
}

/**
 * Marks a short transfer or a part as deep enough, judged by the depth its whole payment needs. The payment stays as it is; a lease that
 * accepts partial payments counts the transfer from now on. Returns true if it was marked now.
 */
export async function markDeep(deps: Deps, candidate: TransferRow, view: ChainView): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCounting(tx, candidate.chainId);
    if (!cursor || candidate.paymentId === null) return false;
    const [payment] = await lockPayments(tx, [candidate.paymentId]);
    const transfer = await lockTransfer(tx, candidate.id);
    if (!payment || !transfer || transfer.paymentId !== payment.id) return false;
    if (transfer.reorgedAt !== null || transfer.blockHash !== candidate.blockHash) return false;
    if (transfer.deepAt !== null || (transfer.verdict !== "short" && transfer.verdict !== "part")) return false;
    const [topUp = null] = await listTopUps(tx, idsOfTopUps([transfer]));
    const expected = { ...expectedFor(transfer, { payment, topUp }), usdcUnits: transfer.usdcUnits };
    if (judgeTransfer(observedOf(transfer), expected, cutTo(cursor, view), deps.network).kind !== "settled") return false;
    await updateTransfer(tx, transfer.id, { deepAt: deps.clock.now() });
    return true;
  });
}

/** Locks the cursor. Returns null while completions are stopped. */
async function lockCounting(tx: Transaction, chainId: number): Promise<Cursor | null> {
  const cursor = await lockCursor(tx, chainId);
  return cursor?.completionsStoppedAt === null ? cursor : null;
}

/** Locks the cursor and the transfer's living row, and caps the view at the cursor's height. Returns null while nothing may be counted. */
async function lockCounted(tx: Transaction, candidate: TransferRow, view: ChainView) {
  const cursor = await lockCounting(tx, candidate.chainId);
  if (!cursor) return null;
  const transfer = await lockTransfer(tx, candidate.id);
  if (!transfer || transfer.reorgedAt !== null || transfer.blockHash !== candidate.blockHash) return null;
  return { transfer, view: cutTo(cursor, view) };
}

/** Caps the view's head at the cursor: a reorganisation may have moved the cursor back since the view was read. */
function cutTo({ blockNumber }: Cursor, view: ChainView): ChainView {
  return { ...view, head: blockNumber < view.head ? blockNumber : view.head };
}

/** A payment to complete, with the transfers that pay it. */
interface Completion {
  paymentId: string;
  paying: readonly TransferRow[];
  /** The transfer that completes the payment. The others count for it too. */
  last: TransferRow;
  oddity: PaymentOddity;
}

/** Returns an empty list when the transfers together are too little. */
function completionOf(payment: PaymentRow, paying: readonly TransferRow[]): Completion[] {
  const last = paying.at(-1);
  const beyond = sumOfUnits(paying) - centsToUsdcUnits(payment.amountCents);
  if (!last || beyond < 0n) return [];
  return [{ paymentId: payment.id, paying, last, oddity: oddityOf(payment, last, beyond > 0n) }];
}

async function complete(tx: Transaction, settled: readonly Completion[], now: Date): Promise<string[]> {
  const marks = settled.map(({ paymentId, last, oddity }) => ({ paymentId, transferId: last.id, oddity }));
  const paymentIds = await markCompleted(tx, marks, now);
  if (paymentIds.length === 0) return [];
  const completed = settled.filter(({ paymentId }) => paymentIds.includes(paymentId));
  const transferIds = completed.flatMap(({ paying }) => paying.map(({ id }) => id));
  await markCounted(tx, transferIds, now);
  const postings = completed.flatMap(({ paymentId, paying }) => paying.flatMap((transfer) => credited(transfer, paymentId, now)));
  await insertPostings(tx, postings);
  for (const paymentId of await listRefunded(tx, paymentIds)) {
    await alignReturns(tx, { paymentId }, now);
    await reviewOpenRefund(tx, paymentId, now);
  }
  await alignReturnsOf(tx, transferIds, now);
  await markTopUpsEnded(tx, paymentIds, now);
  const eventOf = ({ paymentId, last, oddity }: Completion): NewPaymentEvent => {
    return { paymentId, type: "completed", data: { oddity, ...transferData(last) }, at: now };
  };
  await insertPaymentEvents(tx, completed.map(eventOf));
  await notifyCompleted(tx, completed, now);
  return paymentIds;
}

/**
 * Builds the transfer that the judge compares against. When a person or an onramp order named the payment, the transfer's time and amount
 * do not decide; `completionOf` checks the sum. A part needs the same depth as a transfer of the whole amount.
 */
function expectedFor(transfer: TransferRow, checkout: CheckoutRow) {
  const { boundBy, fromAddress, usdcUnits, verdict } = transfer;
  const isSaid = boundBy === "admin" || boundBy === "onramp";
  const expected = expectedOf(checkout, isSaid || boundBy === "wallet" ? [fromAddress] : []);
  return { ...expected, ...(isSaid && { notBefore: null }), ...((isSaid || verdict === "part") && { usdcUnits }) };
}

/** Returns `over` when more arrived than was due, `late` when the block came after the payment's own checkout had ended. */
function oddityOf(payment: PaymentRow, transfer: TransferRow, over: boolean): PaymentOddity {
  if (over) return "over";
  const { status, expiresAt, endedAt } = payment;
  return isPaidLate(transfer.blockTime, { expiresAt, givenUpAt: status === "cancelled" ? endedAt : null }) ? "late" : "none";
}

/** Converts a stored transfer for the judge. When an admin attached the transfer, its own reference is ignored. */
export function observedOf(transfer: TransferRow): ObservedTransfer {
  return { ...asLog(transfer), ...(transfer.boundBy === "admin" && { binding: null }) };
}
