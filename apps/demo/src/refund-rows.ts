import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { refunds } from "@hearth/db/schema/refunds";
import { demoId } from "./demo-ids.ts";
import { disputeIdOf } from "./dispute-rows.ts";
import type { DisputeStory } from "./dispute-stories.ts";
import type { PeopleRefs } from "./people-rows.ts";

/** How long before its block a refund was begun, how long after it it counted, and when the block was final. */
const delays = { begunMs: -40_000, countedMs: 2_900, finalMs: 129_000 };

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
    await tx.insert(refunds).values(refundRow(story, observed, merchant));
  }
}

function refundRow(story: DisputeStory, observed: ObservedTransfer, merchant: { merchantId: string; ownerId: string }) {
  const { blockTime, blockNumber, blockHash, txHash, logIndex, from, to, token, binding } = observed;
  const after = (ms: number) => new Date(blockTime.getTime() + ms);
  return {
    id: demoId(after(delays.begunMs), "refund", story.payment.key),
    paymentId: story.payment.id,
    merchantId: merchant.merchantId,
    disputeId: disputeIdOf(story),
    amountCents: story.closing?.chargebackCents ?? 0,
    chainId: networks.local.chainId,
    tokenAddress: token,
    toAddress: to,
    binding: binding?.hash ?? "0x",
    status: "completed" as const,
    scannedTo: blockNumber,
    createdBy: merchant.ownerId,
    createdAt: after(delays.begunMs),
    completedAt: after(delays.countedMs),
    finalAt: after(delays.finalMs),
    fromAddress: from,
    txHash,
    logIndex,
    blockNumber,
    blockHash,
  };
}
