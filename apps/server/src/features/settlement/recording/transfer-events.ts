import type { Transaction } from "@hearth/db/client";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import { findTransfer, type TransferRow } from "../../ledger/transfers.repo.ts";
import { alignParts } from "./align-parts.ts";
import { notifyShort } from "../returns/payment-notices.ts";

const eventOfVerdict = { matched: "seen", part: "seen", short: "shortSeen", duplicate: "duplicateSeen" } as const;

/**
 * Updates the payment of a newly matched transfer: a short one may be enough with the earlier ones. Adds the result to the payment's
 * timeline.
 */
export async function alignAndRecord(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  if (transfer.verdict !== "short" || transfer.paymentId === null) return tellPayment(tx, transfer, now);
  const payment = await lockPayment(tx, transfer.paymentId);
  if (payment) await alignParts(tx, payment, now);
  const aligned = (await findTransfer(tx, transfer.id)) ?? transfer;
  await tellPayment(tx, aligned, now);
  if (payment && aligned.verdict === "short") await notifyShort(tx, payment, aligned, now);
}

/** Adds the transfer to its payment's timeline. Does nothing for an unmatched transfer. */
async function tellPayment(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  const { paymentId, verdict } = transfer;
  if (paymentId === null || verdict === null || verdict === "unmatched") return;
  await insertPaymentEvent(tx, { paymentId, type: eventOfVerdict[verdict], data: transferData(transfer), at: now });
}

/** The transfer's fields in a payment event. */
export function transferData(transfer: Pick<TransferRow, "id" | "txHash" | "blockNumber" | "usdcUnits">) {
  return {
    transferId: transfer.id,
    txHash: transfer.txHash,
    blockNumber: transfer.blockNumber.toString(),
    usdcUnits: transfer.usdcUnits.toString(),
  };
}
