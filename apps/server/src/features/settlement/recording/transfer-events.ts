import type { Transaction } from "@hearth/db/client";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import { findTransfer, type TransferRow } from "../../ledger/transfers.repo.ts";
import { alignParts } from "./align-parts.ts";
import { tellShort } from "../returns/payment-notices.ts";

const eventOfVerdict = { matched: "seen", part: "seen", short: "shortSeen", duplicate: "duplicateSeen" } as const;

/**
 * What follows for its payment from a transfer that was just matched: one that is too little may be enough with what came before. It is written
 * into the payment's timeline as what it turned out to be.
 */
export async function alignAndTell(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  if (transfer.verdict !== "short" || transfer.paymentId === null) return tellPayment(tx, transfer, now);
  const payment = await lockPayment(tx, transfer.paymentId);
  if (payment) await alignParts(tx, payment, now);
  const aligned = (await findTransfer(tx, transfer.id)) ?? transfer;
  await tellPayment(tx, aligned, now);
  if (payment && aligned.verdict === "short") await tellShort(tx, payment, aligned, now);
}

/** Writes into the payment's timeline what was seen for it; an unmatched transfer has no payment to tell. */
async function tellPayment(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  const { paymentId, verdict } = transfer;
  if (paymentId === null || verdict === null || verdict === "unmatched") return;
  await insertPaymentEvent(tx, { paymentId, type: eventOfVerdict[verdict], data: transferData(transfer), at: now });
}

/** The transfer as an event carries it. */
export function transferData(transfer: Pick<TransferRow, "id" | "txHash" | "blockNumber" | "usdcUnits">) {
  return {
    transferId: transfer.id,
    txHash: transfer.txHash,
    blockNumber: transfer.blockNumber.toString(),
    usdcUnits: transfer.usdcUnits.toString(),
  };
}
