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

/** What went back towards a dispute, in the chain's order, and what can still go back of its payment. */
interface Given {
  given: readonly GivenPart[];
  leftCents: number;
}

/**
 * What became of the money that a dispute was approved for; null for one that is owed nothing. It is settled by the transfer with which all
 * add up to what it was approved for, or by the last one where no more can go back.
 */
export function viewRefundStatus(dispute: Decided, { given, leftCents }: Given): RefundStatusView | null {
  if (approvedCents(dispute) === 0) return null;
  const cents = owedCents(dispute, given, leftCents);
  const last = settlingPart(dispute, given) ?? (cents === 0 ? given.at(-1) : null);
  // Nothing went back towards it and nothing can: all had gone back before, or the payment's own transfer has left the chain.
  if (cents === 0 && !last) return null;
  return {
    status: cents > 0 ? "owed" : "refunded",
    amount: wireAmount(approvedCents(dispute)),
    stillOwed: wireAmount(cents),
    owedSince: dispute.resolvedAt?.toISOString() ?? null,
    refundedAt: last?.givenBackAt?.toISOString() ?? null,
    transactionHash: last?.txHash ?? null,
  };
}
