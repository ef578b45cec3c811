import type { DisputeResult } from "@hearth/domain/disputes/status";
import { wireAmount } from "@hearth/domain/money";
import { approvedCents, owedCents, settlingPart } from "@hearth/domain/refunds/rules";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";

/** Where the refund of an approved dispute stands: owed until its money has been verified on the chain. */
export const refundStatusView = z.strictObject({
  status: z.enum(["owed", "refunded"]),
  /** What the dispute was approved for, in dollars. */
  amount: z.number(),
  /** What of the approved amount is still to be sent, in dollars. */
  stillOwed: z.number(),
  /** When the dispute was approved. */
  owedSince: isoTime.nullable(),
  refundedAt: isoTime.nullable(),
  transactionHash: z.string().nullable(),
});
export type RefundStatusView = z.infer<typeof refundStatusView>;

/** As much of a dispute as its refund depends on. */
interface Decided {
  result: DisputeResult | null;
  chargebackCents: number | null;
  resolvedAt: Date | null;
}

/** A transfer that went back to the payer towards it. */
interface GivenPart {
  usdcUnits: bigint;
  txHash: string;
  givenBackAt: Date | null;
}

/**
 * What became of the money that a dispute was approved for, given what went back towards it in the chain's order; null for one that is owed nothing.
 * Settled by the one of its transfers with which they add up to what it was approved for.
 */
export function viewRefundStatus(dispute: Decided, given: readonly GivenPart[]): RefundStatusView | null {
  if (approvedCents(dispute) === 0) return null;
  const cents = owedCents(dispute, given);
  const last = settlingPart(dispute, given);
  return {
    status: cents > 0 ? "owed" : "refunded",
    amount: wireAmount(approvedCents(dispute)),
    stillOwed: wireAmount(cents),
    owedSince: dispute.resolvedAt?.toISOString() ?? null,
    refundedAt: last?.givenBackAt?.toISOString() ?? null,
    transactionHash: last?.txHash ?? null,
  };
}
