import type { DisputeOutcome } from "../disputes/status.ts";
import { usdcUnitsToWholeCents } from "../money.ts";
import type { RefundStatus } from "./status.ts";

/** As much of a dispute as what it is owed depends on. */
export interface DecidedDispute extends Pick<DisputeOutcome, "result"> {
  chargebackCents: number | null;
}

/** Something that moved USDC towards what a dispute is owed. */
export interface SentPart {
  usdcUnits: bigint;
}

/** What a dispute was approved for, in cents; 0 for one that is open, was denied, or was approved without money. */
export function approvedCents({ result, chargebackCents }: DecidedDispute): number {
  return result === "chargedBack" ? (chargebackCents ?? 0) : 0;
}

/**
 * What a dispute is owed, in cents: what it was approved for less what went back to the payer towards it, in whole cents. It is never below 0
 * and never more than can still go back of the payment.
 */
export function owedCents(dispute: DecidedDispute, given: readonly SentPart[], leftCents: number): number {
  return Math.max(0, Math.min(unmetCents(dispute, given), leftCents));
}

function unmetCents(dispute: DecidedDispute, given: readonly SentPart[]): number {
  return approvedCents(dispute) - usdcUnitsToWholeCents(sumUnits(given));
}

/** Of parts in the order they were sent, the one with which they add up to what the dispute was approved for; null while they do not. */
export function settlingPart<Part extends SentPart>(dispute: DecidedDispute, parts: readonly Part[]): Part | null {
  if (approvedCents(dispute) === 0) return null;
  return parts.find((_, index) => unmetCents(dispute, parts.slice(0, index + 1)) <= 0) ?? null;
}

/** As much of a refund as what is left of its payment depends on. */
export interface CountedRefund {
  status: RefundStatus;
  usdcUnits: bigint;
}

/** What the journal says of a payment, in base units. */
export interface JournalSums {
  /** Came in for it, and counts. */
  creditedUnits: bigint;
  /** Went back to its payer, in whatever way. */
  returnedUnits: bigint;
}

/** What more of a payment may go back to its payer, in cents: what came in for it, less what went back and what its open refunds ask for. */
export function leftToRefundCents({ creditedUnits, returnedUnits }: JournalSums, refunds: readonly CountedRefund[]): number {
  const left = creditedUnits - returnedUnits - sumUnits(refunds.filter(({ status }) => status === "open"));
  return usdcUnitsToWholeCents(left > 0n ? left : 0n);
}

/** What came in for a payment beyond its amount and has not gone back, in cents: so much of what is left to refund was too much. */
export function extraCents(sums: JournalSums, refunds: readonly CountedRefund[], amountCents: number): number {
  return Math.max(0, leftToRefundCents(sums, refunds) - amountCents);
}

function sumUnits(parts: readonly SentPart[]): bigint {
  return parts.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
}
