import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { formatUsd } from "../money.ts";
import type { PaymentStatus } from "../payments/status.ts";
import { isWithinDisputeWindow } from "../time.ts";
import { cancelledByUser, type DisputeOutcome } from "./status.ts";

/** The facts about a payment that decide if it can be disputed. */
export interface DisputablePayment {
  status: PaymentStatus;
  /** The payment's date, which starts the 90 days. */
  createdAt: Date;
  /** The disputable amount, from `disputableCents`. */
  disputableCents: number;
  /** True if the paid business has closed. Omitted means false. */
  isBusinessClosed?: boolean;
}

/** The amount of a payment or a dispute, and the part of the payment that can still be returned. */
export interface AmountAndLeft {
  amountCents: number;
  /** Money received for the payment minus money returned. A refund that was begun but not sent does not lower it: it may never be sent. */
  leftCents: number;
}

/** The largest amount, in cents, that can be disputed or charged back: the amount itself, but never more than can still be returned. */
export function disputableCents({ amountCents, leftCents }: AmountAndLeft): number {
  return Math.max(0, Math.min(amountCents, leftCents));
}

/** States the largest disputed amount or chargeback, and adds the reason if refunds have lowered it. */
export function atMostSentence(what: "disputed amount" | "chargeback", amounts: AmountAndLeft): string {
  const sentence = `The ${what} can be at most ${formatUsd(disputableCents(amounts))}`;
  return amounts.leftCents < amounts.amountCents ? `${sentence}, because the rest of this payment has already been refunded` : sentence;
}

/** Why an action on a dispute is refused: the error code and its message. */
export interface DisputeRefusal {
  code: ErrorCode;
  message: string;
}

const refusals = {
  notCompleted: { code: "DISPUTE_NOT_ALLOWED", message: "Only a completed payment can be disputed" },
  tooOld: { code: "DISPUTE_NOT_ALLOWED", message: `A payment can be disputed for ${limits.disputeWindowDays} days, and those are over` },
  nothingLeft: { code: "DISPUTE_NOT_ALLOWED", message: "All of this payment has already been refunded" },
  alreadyOpen: { code: "DISPUTE_ALREADY_OPEN", message: "This payment already has an open dispute" },
  decided: { code: "DISPUTE_NOT_ALLOWED", message: "The dispute about this payment has been decided" },
  cancelled: { code: "DISPUTE_NOT_ALLOWED", message: "The dispute about this payment was cancelled. It can only be reopened." },
  businessClosed: {
    code: "DISPUTE_NOT_ALLOWED",
    message:
      "This business has closed its account at Hearth, so no one there can answer or send a refund. Please write to it at the address on your receipt.",
  },
  closedCannotRefund: {
    code: "CONFLICT",
    message: "This business has closed its account at Hearth, so no one can send a refund. Deny the dispute and tell the payer so.",
  },
  notOpen: { code: "DISPUTE_NOT_OPEN", message: "This dispute is no longer open" },
  notCancelled: { code: "DISPUTE_NOT_CANCELLED", message: "Only a cancelled dispute can be reopened" },
} as const satisfies Record<string, DisputeRefusal>;

/** True if the payer cancelled the dispute. A cancelled dispute counts as closed. */
export function isCancelledDispute({ status, result, resultReason }: DisputeOutcome): boolean {
  return status === "closed" && result === "denied" && resultReason === cancelledByUser;
}

/** Returns why a payment cannot be disputed now, or null if it can. Expects every dispute the payment ever had. */
export function refusalToFile(payment: DisputablePayment, disputes: readonly DisputeOutcome[], now: Date): DisputeRefusal | null {
  if (payment.status !== "completed") return refusals.notCompleted;
  if (disputes.some(({ status }) => status !== "closed")) return refusals.alreadyOpen;
  if (disputes.some((dispute) => !isCancelledDispute(dispute))) return refusals.decided;
  if (disputes.length > 0) return refusals.cancelled;
  if (payment.disputableCents === 0) return refusals.nothingLeft;
  if (payment.isBusinessClosed) return refusals.businessClosed;
  return isWithinDisputeWindow(payment.createdAt, now) ? null : refusals.tooOld;
}

/** Returns why the payer cannot reopen a dispute now, or null if they can. */
export function refusalToReopen(payment: DisputablePayment, dispute: DisputeOutcome, now: Date): DisputeRefusal | null {
  if (!isCancelledDispute(dispute)) return refusals.notCancelled;
  if (payment.status !== "completed") return refusals.notCompleted;
  if (payment.disputableCents === 0) return refusals.nothingLeft;
  if (payment.isBusinessClosed) return refusals.businessClosed;
  return isWithinDisputeWindow(payment.createdAt, now) ? null : refusals.tooOld;
}

/** The action that a payer can take about a payment, or null with the reason where there is none. */
export type DisputeOffer = { action: "file" | "cancel" | "reopen"; refusal: null } | { action: null; refusal: DisputeRefusal };

/**
 * Returns the action that a payer can take about a payment now. `disputes` are all of the payment's, newest first. Screens and the server use the
 * same rules, `refusalToFile` and `refusalToReopen`.
 */
export function disputeOffer(payment: DisputablePayment, disputes: readonly DisputeOutcome[], now: Date): DisputeOffer {
  const [newest] = disputes;
  if (newest !== undefined && refusalToChange(newest) === null) return { action: "cancel", refusal: null };
  const isCancelled = newest !== undefined && isCancelledDispute(newest);
  const refusal = isCancelled ? refusalToReopen(payment, newest, now) : refusalToFile(payment, disputes, now);
  return refusal === null ? { action: isCancelled ? "reopen" : "file", refusal } : { action: null, refusal };
}

/** Returns why a dispute cannot be cancelled, changed, answered or closed now, or null if it can. Roles are checked elsewhere. */
export function refusalToChange({ status }: Pick<DisputeOutcome, "status">): DisputeRefusal | null {
  return status === "open" ? null : refusals.notOpen;
}

/** Returns why an open dispute cannot be approved, or null if it can: a closed business cannot send a refund. */
export function refusalToApprove({ isBusinessClosed }: { isBusinessClosed: boolean }): DisputeRefusal | null {
  return isBusinessClosed ? refusals.closedCannotRefund : null;
}

/** The last moment to dispute a payment of that date, or to reopen its dispute. */
export function disputeWindowEnd(paidAt: Date): Date {
  return new Date(paidAt.getTime() + limits.disputeWindowDays * 86_400_000);
}

/** The earliest payment date that can still be disputed. */
export function disputeWindowStart(now: Date): Date {
  return new Date(now.getTime() - limits.disputeWindowDays * 86_400_000);
}

/** Events of a dispute. Each is stored as a row that never changes; replaying them gives the dispute's state. */
export const disputeEventTypes = ["filed", "updated", "responded", "cancelled", "reopened", "closed"] as const;
export type DisputeEventType = (typeof disputeEventTypes)[number];

/** Returns the state after an event, or null if the event cannot happen in the given state. */
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
