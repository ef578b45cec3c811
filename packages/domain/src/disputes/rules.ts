import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { formatUsd } from "../money.ts";
import type { PaymentStatus } from "../payments/status.ts";
import { isWithinDisputeWindow } from "../time.ts";
import { cancelledByUser, type DisputeOutcome } from "./status.ts";

/** As much of a payment as disputing it depends on. */
export interface DisputablePayment {
  status: PaymentStatus;
  /** The payment's date, from which the 90 days are counted. */
  createdAt: Date;
  /** What of it can be disputed, as `disputableCents` says. */
  disputableCents: number;
  /** Whether the business that was paid has closed; false where it is left out. */
  isBusinessClosed?: boolean;
}

/** The amount of a payment or of a dispute, and what of the payment can still go back to its payer. */
export interface AmountAndLeft {
  amountCents: number;
  /** What came in for the payment less what went back. A refund that was begun and not sent does not lower it: nobody knows that it will be sent. */
  leftCents: number;
}

/** The largest amount that can be disputed of a payment, or charged back for a dispute, in cents: its amount, and never more than can still go back. */
export function disputableCents({ amountCents, leftCents }: AmountAndLeft): number {
  return Math.max(0, Math.min(amountCents, leftCents));
}

/** Says how large a disputed amount or a chargeback can be, and why where refunds of the payment lower it. */
export function atMostSentence(what: "disputed amount" | "chargeback", amounts: AmountAndLeft): string {
  const sentence = `The ${what} can be at most ${formatUsd(disputableCents(amounts))}`;
  return amounts.leftCents < amounts.amountCents ? `${sentence}, because the rest of this payment has already gone back` : sentence;
}

/** Why something may not be done with a dispute: the failure's code and its sentence. */
export interface DisputeRefusal {
  code: ErrorCode;
  message: string;
}

const refusals = {
  notCompleted: { code: "DISPUTE_NOT_ALLOWED", message: "Only a completed payment can be disputed" },
  tooOld: { code: "DISPUTE_NOT_ALLOWED", message: `A payment can be disputed for ${limits.disputeWindowDays} days, and those are over` },
  nothingLeft: { code: "DISPUTE_NOT_ALLOWED", message: "All of this payment has already gone back" },
  alreadyOpen: { code: "DISPUTE_ALREADY_OPEN", message: "This payment already has an open dispute" },
  decided: { code: "DISPUTE_NOT_ALLOWED", message: "The dispute about this payment has been decided" },
  cancelled: { code: "DISPUTE_NOT_ALLOWED", message: "The dispute about this payment was cancelled. It can only be reopened." },
  businessClosed: {
    code: "DISPUTE_NOT_ALLOWED",
    message:
      "This business has closed its account at Hearth, so nobody there can answer or send a refund. Please write to it at the address on your receipt.",
  },
  closedCannotRefund: {
    code: "CONFLICT",
    message: "This business has closed its account at Hearth, so nobody can send a refund. Deny the dispute and tell the payer so.",
  },
  notOpen: { code: "DISPUTE_NOT_OPEN", message: "This dispute is no longer open" },
  notCancelled: { code: "DISPUTE_NOT_CANCELLED", message: "Only a cancelled dispute can be reopened" },
} as const satisfies Record<string, DisputeRefusal>;

/** Whether a dispute was cancelled by its own payer, which is a way of being closed. */
export function isCancelledDispute({ status, result, resultReason }: DisputeOutcome): boolean {
  return status === "closed" && result === "denied" && resultReason === cancelledByUser;
}

/** Why a payment may not be disputed now, or null where it may: given all disputes it ever had. */
export function refusalToFile(payment: DisputablePayment, disputes: readonly DisputeOutcome[], now: Date): DisputeRefusal | null {
  if (payment.status !== "completed") return refusals.notCompleted;
  if (disputes.some(({ status }) => status !== "closed")) return refusals.alreadyOpen;
  if (disputes.some((dispute) => !isCancelledDispute(dispute))) return refusals.decided;
  if (disputes.length > 0) return refusals.cancelled;
  if (payment.disputableCents === 0) return refusals.nothingLeft;
  if (payment.isBusinessClosed) return refusals.businessClosed;
  return isWithinDisputeWindow(payment.createdAt, now) ? null : refusals.tooOld;
}

/** Why a dispute may not be reopened by its payer now, or null where it may. */
export function refusalToReopen(payment: DisputablePayment, dispute: DisputeOutcome, now: Date): DisputeRefusal | null {
  if (!isCancelledDispute(dispute)) return refusals.notCancelled;
  if (payment.status !== "completed") return refusals.notCompleted;
  if (payment.disputableCents === 0) return refusals.nothingLeft;
  if (payment.isBusinessClosed) return refusals.businessClosed;
  return isWithinDisputeWindow(payment.createdAt, now) ? null : refusals.tooOld;
}

/** What a payer may do about a payment, by the disputes that it ever had, the newest first; null with the reason where nothing. */
export type DisputeOffer = { action: "file" | "cancel" | "reopen"; refusal: null } | { action: null; refusal: DisputeRefusal };

/** What a payer may do about a payment now. A screen offers what `refusalToFile` and `refusalToReopen` let the server do, and nothing else. */
export function disputeOffer(payment: DisputablePayment, disputes: readonly DisputeOutcome[], now: Date): DisputeOffer {
  const [newest] = disputes;
  if (newest !== undefined && refusalToChange(newest) === null) return { action: "cancel", refusal: null };
  const isCancelled = newest !== undefined && isCancelledDispute(newest);
  const refusal = isCancelled ? refusalToReopen(payment, newest, now) : refusalToFile(payment, disputes, now);
  return refusal === null ? { action: isCancelled ? "reopen" : "file", refusal } : { action: null, refusal };
}

/** Why nobody may cancel, change, answer or close a dispute now, or null where whoever may see it in that role may. */
export function refusalToChange({ status }: Pick<DisputeOutcome, "status">): DisputeRefusal | null {
  return status === "open" ? null : refusals.notOpen;
}

/** Why an open dispute may not be approved, or null where it may: nobody could send what is owed. */
export function refusalToApprove({ isBusinessClosed }: { isBusinessClosed: boolean }): DisputeRefusal | null {
  return isBusinessClosed ? refusals.closedCannotRefund : null;
}

/** The last moment at which a payment of that date may be disputed or its dispute reopened. */
export function disputeWindowEnd(paidAt: Date): Date {
  return new Date(paidAt.getTime() + limits.disputeWindowDays * 86_400_000);
}

/** The earliest date of a payment that may be disputed now. */
export function disputeWindowStart(now: Date): Date {
  return new Date(now.getTime() - limits.disputeWindowDays * 86_400_000);
}

/** What happened to a dispute; each is one row that is never changed, and open or closed can be replayed from them. */
export const disputeEventTypes = ["filed", "updated", "responded", "cancelled", "reopened", "closed"] as const;
export type DisputeEventType = (typeof disputeEventTypes)[number];

/** What an event makes of a dispute, or null where that event cannot happen in that state. */
export function applyDisputeEvent(state: "open" | "closed" | null, type: DisputeEventType): "open" | "closed" | null {
  switch (type) {
    case "filed":
      return state === null ? "open" : null;
    case "updated":
    case "responded":
      return state === "open" ? "open" : null;
    case "cancelled":
    case "closed":
      return state === "open" ? "closed" : null;
    case "reopened":
      return state === "closed" ? "open" : null;
  }
}
