import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { DisputeResult } from "@hearth/domain/disputes/status";
import { wireAmount } from "@hearth/domain/money";
import { approvedCents, owedCents, settlingPart } from "@hearth/domain/refunds/rules";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import { listGivenTowards } from "./refunds.repo.ts";

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
  id: string;
  result: DisputeResult | null;
  chargebackCents: number | null;
  resolvedAt: Date | null;
}

/** What became of the money that each of the disputes was approved for; those that are owed nothing have no entry. */
export async function readRefundStatuses(db: DatabaseOrTransaction, disputes: readonly Decided[]): Promise<Map<string, RefundStatusView>> {
  const approved = disputes.filter((dispute) => approvedCents(dispute) > 0);
  if (approved.length === 0) return new Map();
  const given = await listGivenTowards(
    db,
    approved.map(({ id }) => id),
  );
  return new Map(
    approved.map((dispute): [string, RefundStatusView] => {
      const parts = given.filter(({ disputeId }) => disputeId === dispute.id);
      return [dispute.id, viewStanding(dispute, parts)];
    }),
  );
}

/** Settled by the one of its transfers with which they add up to what it was approved for. */
function viewStanding(dispute: Decided, parts: Awaited<ReturnType<typeof listGivenTowards>>): RefundStatusView {
  const cents = owedCents(dispute, parts);
  const last = settlingPart(dispute, parts);
  return {
    status: cents > 0 ? "owed" : "refunded",
    amount: wireAmount(approvedCents(dispute)),
    stillOwed: wireAmount(cents),
    owedSince: dispute.resolvedAt?.toISOString() ?? null,
    refundedAt: last?.givenBackAt?.toISOString() ?? null,
    transactionHash: last?.txHash ?? null,
  };
}
