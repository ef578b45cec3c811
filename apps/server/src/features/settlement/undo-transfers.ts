import type { BlockRef } from "@hearth/chain/chain-reader";
import type { Transaction } from "@hearth/db/client";
import { uncredited } from "@hearth/db/postings";
import type { Deps } from "../../deps.ts";
import { type Cursor, cutBlockHistory, lockCursor, moveCursor } from "../ledger/chain-cursor.repo.ts";
import { insertPostings, reverseTransfers, reverseUnkept } from "../ledger/journal.repo.ts";
import { releaseOrder } from "../ledger/onramp-orders.repo.ts";
import { findLastEnding, insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { hasOtherOpenPayment, lockPayment, markReopened, type PaymentRow } from "../ledger/payments.repo.ts";
import { requeueRelay } from "../ledger/relays.repo.ts";
import { lockTransfersAbove, type TransferRow, updateTransfer } from "../ledger/transfers.repo.ts";
import { alignReturns, alignReturnsOf, settleRefund } from "./settle-refund.ts";
import { transferData } from "./transfer-events.ts";

/**
 * Goes back to the last block that this chain and our block history share: what was seen above it is orphaned, what was counted is taken back,
 * and the watcher reads on from there. Does nothing when another process has moved the cursor since.
 */
export async function rollBackTo(deps: Deps, from: Cursor, ancestor: BlockRef): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, from.chainId);
    if (!cursor || cursor.blockHash !== from.blockHash) return 0;
    const now = deps.clock.now();
    const reorged = await lockTransfersAbove(tx, from.chainId, ancestor.number);
    for (const transfer of reorged) await rollBackTransfer(tx, transfer, now);
    await reverseUnkept(tx, from.chainId, ancestor.number, now);
    await cutBlockHistory(tx, from.chainId, ancestor.number);
    const finalized = cursor.finalizedNumber < ancestor.number ? cursor.finalizedNumber : ancestor.number;
    await moveCursor(tx, from.chainId, ancestor, finalized, now);
    return reorged.length;
  });
}

/** Undoes one transfer whose block has left the chain, and the completion it caused, of a payment or a refund. Runs under the cursor's lock. */
export async function rollBackTransfer(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  await updateTransfer(tx, transfer.id, { reorgedAt: now, finalAt: null, givenBackAt: null });
  if (transfer.givenBackAt !== null && transfer.refundId !== null) await settleRefund(tx, transfer.refundId, now);
  if (transfer.paymentId !== null) await undoPayment(tx, transfer, transfer.paymentId, now);
  await reverseTransfers(tx, [transfer.id], now);
  await alignReturnsOf(tx, transfer, now);
}

async function undoPayment(tx: Transaction, transfer: TransferRow, paymentId: string, now: Date): Promise<void> {
  if (transfer.boundBy === "onramp") await releaseOrder(tx, paymentId, now);
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return;
  const reopenAs = await uncountTransfer(tx, payment, transfer, now);
  const data = { ...transferData(transfer), ...(reopenAs !== null && { reopenAs }) };
  await insertPaymentEvent(tx, { paymentId, type: "orphaned", data, at: now });
  if (reopenAs !== null) await requeueRelay(tx, paymentId, now);
}

/**
 * Takes the count of a transfer back, where its payment counts exactly it: the payment is again what it was before. Answers what that is, or
 * null where nothing was counted. Runs with the payment locked; saying why is the caller's.
 */
export async function uncountTransfer(
  tx: Transaction,
  payment: PaymentRow,
  transfer: TransferRow,
  now: Date,
): Promise<"pending" | "failed" | "cancelled" | null> {
  if (payment.transferId !== transfer.id) return null;
  const reopenAs = await statusBefore(tx, payment);
  await markReopened(tx, payment.id, { transferId: transfer.id, status: reopenAs, now });
  await insertPostings(tx, uncredited(transfer, payment.id, now));
  await alignReturns(tx, { paymentId: payment.id }, now);
  await alignReturnsOf(tx, transfer, now);
  return reopenAs;
}

/** What the payment was before the money was counted; a checkout that would be a second open one stays closed. */
async function statusBefore(tx: Transaction, payment: PaymentRow): Promise<"pending" | "failed" | "cancelled"> {
  const ending = await findLastEnding(tx, payment.id);
  if (ending) return ending;
  return (await hasOtherOpenPayment(tx, payment)) ? "failed" : "pending";
}
