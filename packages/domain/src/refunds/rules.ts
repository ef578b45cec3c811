import type { DisputeOutcome } from "../disputes/status.ts";
import { centsToUsdcUnits, usdcUnitsToWholeCents } from "../money.ts";
import type { RefundProblem } from "./problems.ts";
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

/** What is left of what a dispute was approved for once the parts that were sent are taken off, in whole cents and never below 0. */
export function restCents(dispute: DecidedDispute, parts: readonly SentPart[]): number {
  return Math.max(0, approvedCents(dispute) - usdcUnitsToWholeCents(sumUnits(parts)));
}

/** What a dispute is owed now, in cents: the rest after the parts that were sent, and nothing once a refund that was begun for it is completed. */
export function owedCents(dispute: DecidedDispute, sent: { isRefunded: boolean; parts: readonly SentPart[] }): number {
  return sent.isRefunded ? 0 : restCents(dispute, sent.parts);
}

/** Of parts in the order they were sent, the one with which they add up to what the dispute was approved for; null while they do not. */
export function settlingPart<Part extends SentPart>(dispute: DecidedDispute, parts: readonly Part[]): Part | null {
  if (approvedCents(dispute) === 0) return null;
  return parts.find((_, index) => restCents(dispute, parts.slice(0, index + 1)) === 0) ?? null;
}

/** As much of a refund as what is left of its payment depends on. */
export interface CountedRefund {
  status: RefundStatus;
  amountCents: number;
}

/** A transfer for a refund that was not what was asked for, with what was. */
export interface OddSent extends SentPart {
  problem: RefundProblem;
  /** What its refund asked for. */
  amountCents: number;
}

/**
 * What an odd transfer took to the payer beside what its refund stands for, in base units: the whole of one that was too little or sent again,
 * what is too much of one that completed its refund, and nothing of one that was not the merchant's or went elsewhere.
 */
export function extraUnits({ problem, usdcUnits, amountCents }: OddSent): bigint {
  switch (problem) {
    case "short":
    case "duplicate":
      return usdcUnits;
    case "over":
      return usdcUnits - centsToUsdcUnits(amountCents);
    case "foreignWallet":
    case "wrongAddress":
      return 0n;
  }
}

/** What more of a payment may go back to its payer, in cents: all that was paid, less its refunds that stand and what was sent beside them. */
export function leftToRefundCents(paidUnits: bigint, refunds: readonly CountedRefund[], odd: readonly OddSent[]): number {
  const beside = odd.reduce((sum, transfer) => sum + extraUnits(transfer), 0n);
  const standing = refunds.reduce((sum, { status, amountCents }) => (status === "cancelled" ? sum : sum + amountCents), 0);
  return Math.max(0, usdcUnitsToWholeCents(paidUnits - beside) - standing);
}

function sumUnits(parts: readonly SentPart[]): bigint {
  return parts.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
}
