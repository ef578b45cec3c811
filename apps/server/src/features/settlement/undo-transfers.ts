import type { BlockRef } from "@hearth/chain/chain-reader";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { type Cursor, cutTrail, lockCursor, moveCursor } from "../ledger/chain-cursor.repo.ts";
import { releaseOrder } from "../ledger/onramp-orders.repo.ts";
import { findLastEnding, insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { hasOtherOpenPayment, lockPayment, markReopened, type PaymentRow } from "../ledger/payments.repo.ts";
import { requeueRelay } from "../ledger/relays.repo.ts";
import { lockTransfersAbove, type TransferRow, updateTransfer } from "../ledger/transfers.repo.ts";
import { transferData } from "./record-transfer.ts";

/**
 * Goes back to the last block that this chain and our trail share: what was seen above it is orphaned, what was counted is taken back,
 * and the watcher reads on from there. Does nothing when another process has moved the cursor since.
 */
export async function rewindTo(deps: Deps, from: Cursor, ancestor: BlockRef): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, from.chainId);
    if (!cursor || cursor.blockHash !== from.blockHash) return 0;
    const now = deps.clock.now();
    const orphans = await lockTransfersAbove(tx, from.chainId, ancestor.number);
    for (const transfer of orphans) await orphanTransfer(tx, transfer, now);
    await cutTrail(tx, from.chainId, ancestor.number);
    const finalized = cursor.finalizedNumber < ancestor.number ? cursor.finalizedNumber : ancestor.number;
    await moveCursor(tx, from.chainId, ancestor, finalized, now);
    return orphans.length;
  });
}

/** Undoes one transfer whose block has left the chain, and the completion it caused. Runs under the cursor's lock. */
export async function orphanTransfer(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  await updateTransfer(tx, transfer.id, { orphanedAt: now, finalAt: null });
  if (transfer.paymentId === null) return;
  if (transfer.boundBy === "onramp") await releaseOrder(tx, transfer.paymentId, now);
  const payment = await lockPayment(tx, transfer.paymentId);
  if (!payment) return;
  if (payment.transferId !== transfer.id) {
    return insertPaymentEvent(tx, { paymentId: payment.id, type: "orphaned", data: transferData(transfer), at: now });
  }
  const reopenAs = await statusBefore(tx, payment);
  await markReopened(tx, payment.id, { transferId: transfer.id, status: reopenAs, now });
  await insertPaymentEvent(tx, { paymentId: payment.id, type: "orphaned", data: { reopenAs, ...transferData(transfer) }, at: now });
  await requeueRelay(tx, payment.id, now);
}

/** What the payment was before the money was counted; a checkout that would be a second open one stays closed. */
export async function statusBefore(tx: Transaction, payment: PaymentRow): Promise<"pending" | "failed" | "cancelled"> {
  const ending = await findLastEnding(tx, payment.id);
  if (ending) return ending;
  return (await hasOtherOpenPayment(tx, payment)) ? "failed" : "pending";
}
