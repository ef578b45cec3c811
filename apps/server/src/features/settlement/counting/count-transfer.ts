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
import { tellCompleted } from "../returns/payment-notices.ts";
import { reviewOpenRefund } from "../returns/review-open-refund.ts";
import { alignReturns, alignReturnsOf, auditGivenBack, expectedOfRefund, holdRefund, settleRefund } from "../returns/settle-refund.ts";
import { transferData } from "../recording/transfer-events.ts";

/** A transfer that waits to be counted, and what the chain said of its block. */
export interface Asked<Transfer = TransferRow> {
  transfer: Transfer;
  view: ChainView;
}

/** What may pay a payment, by the payment's id. */
export type AskedOfPayments = ReadonlyMap<string, readonly Asked[]>;

/**
 * Counts what pays each of some payments, where all of it is deep enough: one transfer alone, or the parts that are enough together. The one place
 * where a payment becomes completed. The chain was asked before; under the lock everything of ours is read and judged again, and what it was not
 * asked about does not count. Answers the payments that were completed now. One transaction of as many statements for many as for one.
 */
export async function countPayments(deps: Deps, batch: AskedOfPayments): Promise<string[]> {
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
      const asked = batch.get(payment.id) ?? [];
      const isSettled = paying.every((transfer) => {
        const view = asked.find(({ transfer: { id, blockHash } }) => id === transfer.id && blockHash === transfer.blockHash)?.view;
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

/**
 * Counts a transfer for a refund as money that went back, when it is deep enough, by the same judge. Answers whether it counted
 * now.
 */
export async function countRefundTransfer(deps: Deps, candidate: TransferRow, view: ChainView): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockCounted(tx, candidate, view);
    if (!locked) return false;
    const { transfer } = locked;
    if (transfer.refundId === null || transfer.givenBackAt !== null || transfer.senderMerchantId === null) return false;
    if (transfer.refundProblem === "foreignWallet" || transfer.refundProblem === "wrongAddress") return false;
    const refund = await holdRefund(tx, transfer.refundId);
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
 * Marks a transfer that is too little for its payment as deep enough, by the judge and the depth of the whole payment. Its payment stays as it is; a lease
 * that accepts partial payments counts it from then on. Answers whether it was marked now.
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

/** The cursor, locked; null while nothing may be counted. */
async function lockCounting(tx: Transaction, chainId: number): Promise<Cursor | null> {
  const cursor = await lockCursor(tx, chainId);
  return cursor?.completionsStoppedAt === null ? cursor : null;
}

/** The living row of a transfer under the cursor's lock, with the view cut to what was read; null while nothing may be counted. */
async function lockCounted(tx: Transaction, candidate: TransferRow, view: ChainView) {
  const cursor = await lockCounting(tx, candidate.chainId);
  if (!cursor) return null;
  const transfer = await lockTransfer(tx, candidate.id);
  if (!transfer || transfer.reorgedAt !== null || transfer.blockHash !== candidate.blockHash) return null;
  return { transfer, view: cutTo(cursor, view) };
}

/** The chain may have been cut back since the view was read. */
function cutTo({ blockNumber }: Cursor, view: ChainView): ChainView {
  return { ...view, head: blockNumber < view.head ? blockNumber : view.head };
}

/** A payment that is paid, and what pays it. */
interface Completion {
  paymentId: string;
  paying: readonly TransferRow[];
  /** The transfer that completes it; the others count for it just as well. */
  last: TransferRow;
  oddity: PaymentOddity;
}

/** Nothing where all of the transfers together are too little. */
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
  await tellCompleted(tx, completed, now);
  return paymentIds;
}

/**
 * What a payment waits for from this transfer. Where a person or the onramp's order named the payment, neither the transfer's time nor its amount
 * decides: `completionOf` says whether it is enough. A part has to be as deep as what pays all of the payment.
 */
function expectedFor(transfer: TransferRow, checkout: CheckoutRow) {
  const { boundBy, fromAddress, usdcUnits, verdict } = transfer;
  const isSaid = boundBy === "admin" || boundBy === "onramp";
  const expected = expectedOf(checkout, isSaid || boundBy === "wallet" ? [fromAddress] : []);
  return { ...expected, ...(isSaid && { notBefore: null }), ...((isSaid || verdict === "part") && { usdcUnits }) };
}

/** Over when more came than was asked for; late when the money moved after the payment's own checkout had ended, whenever it was matched. */
function oddityOf(payment: PaymentRow, transfer: TransferRow, over: boolean): PaymentOddity {
  if (over) return "over";
  const { status, expiresAt, endedAt } = payment;
  return isPaidLate(transfer.blockTime, { expiresAt, givenUpAt: status === "cancelled" ? endedAt : null }) ? "late" : "none";
}

/** A kept transfer as the judge wants it; where a person said which payment it is for, the reference it carries says nothing any more. */
export function observedOf(transfer: TransferRow): ObservedTransfer {
  return { ...asLog(transfer), ...(transfer.boundBy === "admin" && { binding: null }) };
}
