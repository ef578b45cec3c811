import type { DisputeResult } from "@hearth/domain/disputes/status";
import { wireAmount } from "@hearth/domain/money";
import { approvedCents, owedCents, settlingPart } from "@hearth/domain/refunds/rules";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";

/** State of an approved dispute's refund: owed until its money is verified on the chain. */
export const refundStatusView = z.strictObject({
  status: z.enum(["owed", "refunded"]),
  /** The approved amount in dollars. */
  amount: z.number(),
  /** The dollars still to be sent. */
  stillOwed: z.number(),
  /** Time of the approval. */
  owedSince: isoTime.nullable(),
  refundedAt: isoTime.nullable(),
  transactionHash: z.string().nullable(),
});
export type RefundStatusView = z.infer<typeof refundStatusView>;

/** The fields of a dispute that its refund depends on. */
interface Decided {
  result: DisputeResult | null;
  chargebackCents: number | null;
  resolvedAt: Date | null;
}

/** A transfer that returned money for the dispute. */
interface GivenPart {
  usdcUnits: bigint;
  txHash: string;
  givenBackAt: Date | null;
}

/** The dispute's returned transfers in chain order, and what can still be returned of its payment. */
interface Given {
  given: readonly GivenPart[];
  leftCents: number;
}

/**
 * Returns the state of an approved dispute's refund; null when nothing is owed. It is settled by the transfer that completes the approved
 * amount, or by the last one when no more can be returned.
 */
export function viewRefundStatus(dispute: Decided, { given, leftCents }: Given): RefundStatusView | null {
  if (approvedCents(dispute) === 0) return null;
  const cents = owedCents(dispute, given, leftCents);
  const last = settlingPart(dispute, given) ?? (cents === 0 ? given.at(-1) : null);
  // Nothing was returned for it and nothing can be: everything was returned before, or the payment's own transfer left the chain.
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
