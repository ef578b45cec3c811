import { randomUUID } from "node:crypto";
import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { journalEntries } from "./schema/journal-entries.ts";
import type { transfers } from "./schema/transfers.ts";

export type NewJournalEntry = InferInsertModel<typeof journalEntries>;
type Transfer = InferSelectModel<typeof transfers>;
type Line = Pick<NewJournalEntry, "account" | "units"> & Partial<Pick<NewJournalEntry, "paymentId">>;

/** What all lines of one posting share. */
type Subject = Omit<NewJournalEntry, "id" | "postingId" | "account" | "units" | "paymentId">;

/** One posting: lines that add up to nothing, kept together in one statement. */
export function posting(subject: Subject, lines: Line[]): NewJournalEntry[] {
  const postingId = randomUUID();
  return lines.map((line) => ({ ...subject, postingId, ...line }));
}

/** Money that reached a payout wallet and has no payment so far; nothing where no payout wallet received it. */
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

/** Received money that counts for a payment from now on. */
export function credited(transfer: Transfer, paymentId: string, at: Date): NewJournalEntry[] {
  return creditLines(transfer, "credited", { paymentId, units: transfer.usdcUnits, at });
}

/** Money that does not count for the payment any more which it was credited to. */
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

/** Money that left a payout wallet; nothing where no payout wallet sent it. */
export function sent(transfer: Transfer, at: Date): NewJournalEntry[] {
  if (transfer.senderMerchantId === null || transfer.usdcUnits === 0n) return [];
  const subject = { ...subjectOf(transfer, at), kind: "sent" as const, merchantId: transfer.senderMerchantId };
  return posting({ ...subject, walletAddress: transfer.fromAddress, refundId: transfer.refundId }, [
    { account: "sent", units: transfer.usdcUnits },
    { account: "wallet", units: -transfer.usdcUnits },
  ]);
}

/** Whose money goes back: a payment's to its payer, or that of a transfer without a payment to its sender. */
export type Origin = { paymentId: string } | { sourceTransferId: string };

/** Posts base units of a sent transfer as money of the origin that went back; below zero, as no longer counting as that. */
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
