import type { DisputeOutcome } from "../disputes/status.ts";
import { usdcUnitsToWholeCents } from "../money.ts";
import type { RefundStatus } from "./status.ts";

/** The fields of a dispute that decide what it is owed. */
export interface DecidedDispute extends Pick<DisputeOutcome, "result"> {
  chargebackCents: number | null;
}

/** A transfer of USDC towards what a dispute is owed. */
export interface SentPart {
  usdcUnits: bigint;
}

/** The amount a dispute was approved for, in cents. 0 if it is open, denied, or approved without money. */
export function approvedCents({ result, chargebackCents }: DecidedDispute): number {
  return result === "chargedBack" ? (chargebackCents ?? 0) : 0;
}

/**
 * The amount a dispute is still owed, in whole cents: the approved amount minus what was already returned. Never below 0, and never more
 * than the payment can still return.
 */
export function owedCents(dispute: DecidedDispute, sentParts: readonly SentPart[], leftCents: number): number {
  return Math.max(0, Math.min(unmetCents(dispute, sentParts), leftCents));
}

function unmetCents(dispute: DecidedDispute, sentParts: readonly SentPart[]): number {
  return approvedCents(dispute) - usdcUnitsToWholeCents(sumUnits(sentParts));
}

/** Returns the part, in sending order, that completes the approved amount. Null while the parts are too little. */
export function settlingPart<Part extends SentPart>(dispute: DecidedDispute, parts: readonly Part[]): Part | null {
  if (approvedCents(dispute) === 0) return null;
  return parts.find((_, index) => unmetCents(dispute, parts.slice(0, index + 1)) <= 0) ?? null;
}

/** The fields of a refund that decide what its payment can still return. */
export interface CountedRefund {
  status: RefundStatus;
  usdcUnits: bigint;
}

/** A payment's sums in the journal, in base units. */
export interface JournalSums {
  /** Received for the payment, and counted. */
  creditedUnits: bigint;
  /** Returned to the payer, in any way. */
  returnedUnits: bigint;
}

/** The amount of a payment that can still be refunded, in cents: received, minus returned, minus its open refunds. */
export function leftToRefundCents({ creditedUnits, returnedUnits }: JournalSums, refunds: readonly CountedRefund[]): number {
  const refundableUnits = creditedUnits - returnedUnits - sumUnits(refunds.filter(({ status }) => status === "open"));
  return usdcUnitsToWholeCents(refundableUnits > 0n ? refundableUnits : 0n);
}

/** The part of the refundable amount that exceeds the payment's own amount, in cents. */
export function extraCents(sums: JournalSums, refunds: readonly CountedRefund[], amountCents: number): number {
  return Math.max(0, leftToRefundCents(sums, refunds) - amountCents);
}

function sumUnits(parts: readonly SentPart[]): bigint {
  return parts.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
}
