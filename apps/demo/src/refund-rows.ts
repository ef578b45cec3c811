import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { returned, sent } from "@hearth/db/postings";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { eq } from "drizzle-orm";
import { demoId } from "./demo-ids.ts";
import { disputeIdOf } from "./dispute-rows.ts";
import type { DisputeStory } from "./dispute-stories.ts";
import type { PeopleRefs } from "./people-rows.ts";

/** Delays relative to the block: when the refund was begun, seen, confirmed and final. */
const delays = { begunMs: -40_000, seenMs: 700, countedMs: 2_900, finalMs: 129_000 };

/** Writes the refunds that the chain holds. */
export async function writeRefunds(
  tx: Transaction,
  stories: DisputeStory[],
  refunded: ObservedTransfer[],
  people: PeopleRefs,
): Promise<void> {
  for (const story of stories) {
    const observed = refunded.find(({ binding }) => story.refund !== null && binding?.hash === story.refund.binding);
    const merchant = people.merchants.get(story.payment.merchant);
    if (!observed || !merchant) continue;
    const refund = refundRow(story, observed, merchant);
    await tx.insert(refunds).values(refund);
    const [transfer] = await tx
      .insert(transfers)
      .values(transferRow(refund.id, observed, merchant.merchantId))
      .returning();
    if (!transfer) throw new Error("The demo's refund was not stored");
    const completedAt = new Date(observed.blockTime.getTime() + delays.countedMs);
    await tx.update(refunds).set({ status: "completed", transferId: transfer.id, completedAt }).where(eq(refunds.id, refund.id));
    const entries = [
      ...sent(transfer, transfer.seenAt),
      ...returned(transfer, { paymentId: refund.paymentId }, transfer.usdcUnits, completedAt),
    ];
    await tx.insert(journalEntries).values(entries);
  }
}

function refundRow(story: DisputeStory, observed: ObservedTransfer, merchant: { merchantId: string; ownerId: string }) {
  const { blockTime, to, token, binding } = observed;
  const begunAt = new Date(blockTime.getTime() + delays.begunMs);
  return {
    id: demoId(begunAt, "refund", story.payment.key),
    paymentId: story.payment.id,
    merchantId: merchant.merchantId,
    disputeId: disputeIdOf(story),
    usdcUnits: centsToUsdcUnits(story.closing?.chargebackCents ?? 0),
    chainId: networks.local.chainId,
    tokenAddress: token,
    toAddress: to,
    binding: binding?.hash ?? "0x",
    createdBy: merchant.ownerId,
    createdAt: begunAt,
  } as const;
}

function transferRow(refundId: string, observed: ObservedTransfer, senderMerchantId: string): typeof transfers.$inferInsert {
  const { blockTime, token, from, to, binding, ...place } = observed;
  const after = (ms: number) => new Date(blockTime.getTime() + ms);
  return {
    ...place,
    id: demoId(after(delays.seenMs), "transfer", observed.txHash, observed.logIndex),
    blockTime,
    tokenAddress: token,
    fromAddress: from,
    toAddress: to,
    binding: binding?.hash ?? null,
    senderMerchantId,
    refundId,
    givenBackAt: after(delays.countedMs),
    seenAt: after(delays.seenMs),
    createdAt: after(delays.seenMs),
    finalAt: after(delays.finalMs),
  };
}
