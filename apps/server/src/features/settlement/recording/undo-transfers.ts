import type { BlockRef } from "@hearth/chain/chain-reader";
import type { Transaction } from "@hearth/db/client";
import { uncredited } from "@hearth/db/postings";
import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { type Cursor, cutBlockHistory, lockCursor, moveCursor } from "../../ledger/chain-cursor.repo.ts";
import { insertPostings, reverseTransfers, reverseRowlessMoney } from "../../ledger/journal.repo.ts";
import { releaseOrders } from "../../ledger/onramp-orders.repo.ts";
import { findLastEnding, insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { hasOtherOpenPayment, lockPayment, markReopened, type PaymentRow } from "../../ledger/payments.repo.ts";
import { findRefund, listSendingBackBegun } from "../../ledger/refunds.repo.ts";
import { requeueRelay } from "../../ledger/relays.repo.ts";
import {
  listPayingTransfers,
  lockTransfersAbove,
  markCounted,
  markReorged,
  type TransferRow,
  updateTransfer,
} from "../../ledger/transfers.repo.ts";
import type { Item } from "../../../jobs/set-aside.repo.ts";
import { endSetAside, tryEach } from "../../../jobs/work-list.ts";
import { alignParts, alignPartsOfSource } from "./align-parts.ts";
import { alignReturns, alignReturnsOf, settleRefund } from "../returns/settle-refund.ts";
import { transferData } from "./transfer-events.ts";

/**
 * Rolls back to the last block that the chain and our block history share: orphans the transfers above it, reverses their counts, and moves
 * the cursor there. Does nothing when another process has moved the cursor since. Returns the number of transfers.
 */
export async function rollBackTo(deps: Deps, from: Cursor, ancestor: BlockRef): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, from.chainId);
    if (!cursor || cursor.blockHash !== from.blockHash) return 0;
    const now = deps.clock.now();
    const reorged = await lockTransfersAbove(tx, from.chainId, ancestor.number);
    await rollBackTransfers(tx, reorged, now);
    await reverseRowlessMoney(tx, from.chainId, ancestor.number, now);
    await cutBlockHistory(tx, from.chainId, ancestor.number);
    const finalized = cursor.finalizedNumber < ancestor.number ? cursor.finalizedNumber : ancestor.number;
    await moveCursor(tx, from.chainId, ancestor, finalized, now);
    return reorged.length;
  });
}

/**
 * Undoes transfers whose blocks left the chain, in the given order, newest first. Transfers of a payment, a refund or a return are undone
 * one by one, strangers' transfers together. One that cannot be undone stays, with an alarm, and is tried again when its height becomes
 * final. Requires the cursor's lock.
 */
export async function rollBackTransfers(tx: Transaction, reorged: TransferRow[], now: Date): Promise<void> {
  const startedRefunds = new Set(
    await listSendingBackBegun(
      tx,
      reorged.filter(isNobodys).map(({ id }) => id),
    ),
  );
  const isStranger = (transfer: TransferRow) => isNobodys(transfer) && !startedRefunds.has(transfer.id);
  const [strangers, concerned] = [reorged.filter(isStranger), reorged.filter((transfer) => !isStranger(transfer))];
  await tryEach(tx, concerned, { list: "transfer", work: (inner, transfer) => rollBackTransfer(inner, transfer, now), itemOf, now });
  const ids = strangers.map(({ id }) => id);
  await markReorged(tx, ids, now);
  await reverseTransfers(tx, ids, now);
}

function itemOf({ id }: TransferRow): Item {
  return { id, name: publicId("transfer", id) };
}

function isNobodys({ paymentId, refundId }: TransferRow): boolean {
  return paymentId === null && refundId === null;
}

/**
 * Undoes one transfer whose block left the chain, with the completion of a payment or refund that it caused. Requires the cursor's lock.
 */
export async function rollBackTransfer(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  await updateTransfer(tx, transfer.id, { reorgedAt: now, finalAt: null, countedAt: null, givenBackAt: null });
  if (transfer.givenBackAt !== null && transfer.refundId !== null) await settleRefund(tx, transfer.refundId, now);
  if (transfer.paymentId !== null) await undoPayment(tx, transfer, transfer.paymentId, now);
  await reverseTransfers(tx, [transfer.id], now);
  await alignReturnsOf(tx, [transfer.id], now);
  const refund = transfer.refundId === null ? null : await findRefund(tx, transfer.refundId);
  if (refund) await alignPartsOfSource(tx, refund, now);
  await endSetAside({ db: tx, clock: { now: () => now } }, "transfer", [transfer.id]);
}

async function undoPayment(tx: Transaction, transfer: TransferRow, paymentId: string, now: Date): Promise<void> {
  if (transfer.boundBy === "onramp") await releaseOrders(tx, { paymentId }, now);
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return;
  const reopenAs = await uncountTransfer(tx, payment, transfer, now);
  const data = { ...transferData(transfer), ...(reopenAs !== null && { reopenAs }) };
  await insertPaymentEvent(tx, { paymentId, type: "orphaned", data, at: now });
  await alignParts(tx, reopenAs === null ? payment : { ...payment, transferId: null }, now);
  if (reopenAs !== null) await requeueRelay(tx, { paymentId, topUpId: transfer.topUpId }, now);
}

/**
 * Reverses the count of a transfer in its payment, together with the other parts if it is one. The payment returns to its earlier status.
 * Returns that status, or null when nothing was counted. Requires the payment's lock. The caller writes the event and realigns the parts.
 */
export async function uncountTransfer(
  tx: Transaction,
  payment: PaymentRow,
  transfer: TransferRow,
  now: Date,
): Promise<"pending" | "failed" | "cancelled" | null> {
  const { transferId } = payment;
  if (transferId === null || (transferId !== transfer.id && transfer.verdict !== "part")) return null;
  const reopenAs = await statusBefore(tx, payment);
  await markReopened(tx, payment.id, { transferId, status: reopenAs, now });
  const others = (await listPayingTransfers(tx, payment.id)).filter(({ id, verdict }) => verdict === "part" && id !== transfer.id);
  const counted = [transfer, ...others];
  await markCounted(
    tx,
    counted.map(({ id }) => id),
    null,
  );
  await insertPostings(
    tx,
    counted.flatMap((each) => uncredited(each, payment.id, now)),
  );
  await alignReturns(tx, { paymentId: payment.id }, now);
  return reopenAs;
}

/** Determines the payment's status before the money counted. A checkout stays closed when the payer has another open one. */
async function statusBefore(tx: Transaction, payment: PaymentRow): Promise<"pending" | "failed" | "cancelled"> {
  const ending = await findLastEnding(tx, payment.id);
  if (ending) return ending;
  return (await hasOtherOpenPayment(tx, payment)) ? "failed" : "pending";
}
