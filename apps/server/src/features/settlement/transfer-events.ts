import type { Transaction } from "@hearth/db/client";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import type { TransferRow } from "../ledger/transfers.repo.ts";

const eventOfVerdict = { matched: "seen", part: "shortSeen", short: "shortSeen", duplicate: "duplicateSeen" } as const;

/** Writes into the payment's life what was seen for it; an unmatched transfer has no payment to tell. */
export async function tellPayment(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
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
