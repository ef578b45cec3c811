import { randomUUID } from "node:crypto";
import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { journalEntries } from "./schema/journal-entries.ts";
import type { transfers } from "./schema/transfers.ts";

export type NewJournalEntry = InferInsertModel<typeof journalEntries>;
type Transfer = InferSelectModel<typeof transfers>;
type Line = Pick<NewJournalEntry, "account" | "units"> & Partial<Pick<NewJournalEntry, "paymentId">>;

/** Fields that all lines of one posting share. */
type Subject = Omit<NewJournalEntry, "id" | "postingId" | "account" | "units" | "paymentId">;

/** Creates one posting: lines that add up to zero. They must be inserted in one statement. */
export function posting(subject: Subject, lines: Line[]): NewJournalEntry[] {
  const postingId = randomUUID();
  return lines.map((line) => ({ ...subject, postingId, ...line }));
}

/** Posts money that reached a payout wallet, as unmatched. Returns nothing if no payout wallet received it. */
export function received(transfer: Transfer, at: Date): NewJournalEntry[] {
  if (transfer.merchantId === null || transfer.usdcUnits === 0n) return [];
  const subject = {
    ...subjectOf(transfer, at),
    kind: "received" as const,
    merchantId: transfer.merchantId,
    walletAddress: transfer.toAddress,
  };
  return posting(subject, [
    { account: "wallet", units: transfer.usdcUnits },
    { account: "unmatched", units: -transfer.usdcUnits },
  ]);
}

/** Posts received money as credited to a payment. */
export function credited(transfer: Transfer, paymentId: string, at: Date): NewJournalEntry[] {
  return creditLines(transfer, "credited", { paymentId, units: transfer.usdcUnits, at });
}

/** Posts money as no longer credited to its payment. */
export function uncredited(transfer: Transfer, paymentId: string, at: Date): NewJournalEntry[] {
  return creditLines(transfer, "uncredited", { paymentId, units: -transfer.usdcUnits, at });
}

function creditLines(
  transfer: Transfer,
  kind: "credited" | "uncredited",
  { paymentId, units, at }: { paymentId: string; units: bigint; at: Date },
): NewJournalEntry[] {
  if (transfer.merchantId === null || units === 0n) return [];
  const subject = { ...subjectOf(transfer, at), kind, merchantId: transfer.merchantId, walletAddress: transfer.toAddress };
  return posting(subject, [
    { account: "unmatched", units },
    { account: "payment", paymentId, units: -units },
  ]);
}

/** Posts money that left a payout wallet. Returns nothing if no payout wallet sent it. */
export function sent(transfer: Transfer, at: Date): NewJournalEntry[] {
  if (transfer.senderMerchantId === null || transfer.usdcUnits === 0n) return [];
  const subject = { ...subjectOf(transfer, at), kind: "sent" as const, merchantId: transfer.senderMerchantId };
  return posting({ ...subject, walletAddress: transfer.fromAddress, refundId: transfer.refundId }, [
    { account: "sent", units: transfer.usdcUnits },
    { account: "wallet", units: -transfer.usdcUnits },
  ]);
}

/** Origin of returned money: a payment (goes to its payer), or an unmatched transfer (goes to its sender). */
export type Origin = { paymentId: string } | { sourceTransferId: string };

/** Posts base units of a sent transfer as returned money of the origin. Negative units undo that. */
export function returned(transfer: Transfer, origin: Origin, units: bigint, at: Date): NewJournalEntry[] {
  if (transfer.senderMerchantId === null || units === 0n) return [];
  const kind = units > 0n ? ("returned" as const) : ("unreturned" as const);
  const subject = { ...subjectOf(transfer, at), kind, merchantId: transfer.senderMerchantId };
  const line: Line = "paymentId" in origin ? { account: "returned", paymentId: origin.paymentId, units } : { account: "unmatched", units };
  return posting({ ...subject, walletAddress: transfer.fromAddress, refundId: transfer.refundId }, [
    line,
    { account: "sent", units: -units },
  ]);
}

function subjectOf({ id: transferId, chainId, blockNumber }: Transfer, at: Date) {
  return { transferId, chainId, blockNumber, at };
}
