import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { DisputeResult } from "@hearth/domain/disputes/status";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import { listShortTransfers } from "./odd-refund-transfers.repo.ts";
import { listCompletedRefunds } from "./refunds.repo.ts";

/** Where the refund of an approved dispute stands: owed until its money has been verified on the chain. */
export const refundStandingView = z.strictObject({
  status: z.enum(["owed", "refunded"]),
  amount: z.number(),
  /** When the dispute was approved. */
  owedSince: isoTime.nullable(),
  refundedAt: isoTime.nullable(),
  transactionHash: z.string().nullable(),
});
export type RefundStandingView = z.infer<typeof refundStandingView>;

/** As much of a dispute as its refund depends on. */
interface Decided {
  id: string;
  result: DisputeResult | null;
  chargebackCents: number | null;
  resolvedAt: Date | null;
}

/** What became of the money that each of the disputes was approved for; those that are owed nothing have no entry. */
export async function readRefundStandings(
  db: DatabaseOrTransaction,
  disputes: readonly Decided[],
): Promise<Map<string, RefundStandingView>> {
  const approved = disputes.filter(({ result, chargebackCents }) => result === "chargedBack" && chargebackCents);
  if (approved.length === 0) return new Map();
  const ids = approved.map(({ id }) => id);
  const [completed, short] = await Promise.all([listCompletedRefunds(db, ids), listShortTransfers(db, ids)]);
  return new Map(
    approved.map((dispute): [string, RefundStandingView] => {
      const refund = completed.find(({ disputeId }) => disputeId === dispute.id);
      const parts = short.filter(({ disputeId }) => disputeId === dispute.id);
      return [
        dispute.id,
        viewStanding(dispute, refund ? { txHash: refund.txHash, at: refund.completedAt } : findCompleting(dispute, parts)),
      ];
    }),
  );
}

interface Sent {
  txHash: string | null;
  at: Date | null;
}

function viewStanding({ chargebackCents, resolvedAt }: Decided, sent: Sent | null): RefundStandingView {
  return {
    status: sent ? "refunded" : "owed",
    amount: wireAmount(chargebackCents ?? 0),
    owedSince: resolvedAt?.toISOString() ?? null,
    refundedAt: sent?.at?.toISOString() ?? null,
    transactionHash: sent?.txHash ?? null,
  };
}

/** Of transfers that each came too short, the one with which they add up to what is owed. */
function findCompleting({ chargebackCents }: Decided, parts: Awaited<ReturnType<typeof listShortTransfers>>): Sent | null {
  const owedUnits = centsToUsdcUnits(chargebackCents ?? 0);
  let units = 0n;
  for (const { usdcUnits, txHash, blockTime: at } of parts) {
    units += usdcUnits;
    if (units >= owedUnits) return { txHash, at };
  }
  return null;
}
