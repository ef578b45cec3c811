import type { Transaction } from "@hearth/db/client";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { disputeEvents } from "@hearth/db/schema/dispute-events";
import { disputes } from "@hearth/db/schema/disputes";
import { hexOf, one } from "@hearth/db/testing/factories";
import { disputeHistory } from "@hearth/db/testing/record-factories";
import { humanCode } from "@hearth/domain/ids";
import { demoId } from "./demo-ids.ts";
import type { DisputeStory } from "./dispute-stories.ts";
import type { PeopleRefs } from "./people-rows.ts";
import type { StoredPaper } from "./store-papers.ts";

/** The dispute's id, derived from its payment. */
export function disputeIdOf({ filedAt, payment }: DisputeStory): string {
  return demoId(filedAt, "dispute", payment.key);
}

/** Writes every dispute with its documents, comments and events. */
export async function writeDisputes(tx: Transaction, stories: DisputeStory[], people: PeopleRefs, papers: StoredPaper[]): Promise<void> {
  for (const story of stories) {
    await writeDispute(tx, story, people);
    const storyPapers = papers.filter((paper) => paper.story === story);
    const shared = { disputeId: disputeIdOf(story), addedBy: people.consumers.get(story.payment.consumer.key)?.id ?? "" };
    const rows = storyPapers.map(({ story: { filedAt: createdAt }, ...file }) => ({ ...file, ...shared, createdAt }));
    if (rows.length > 0) await tx.insert(disputeDocuments).values(rows);
  }
}

async function writeDispute(tx: Transaction, story: DisputeStory, people: PeopleRefs): Promise<void> {
  const { payment, filedAt, closing } = story;
  const ids = {
    payer: people.consumers.get(payment.consumer.key)?.id ?? "",
    merchant: people.merchants.get(payment.merchant)?.ownerId ?? "",
    admin: people.adminId,
  };
  const last = closing?.at ?? story.comments.at(-1)?.at ?? filedAt;
  const { by, at: resolvedAt = null, ...verdict } = closing ?? {};
  const [row] = await tx
    .insert(disputes)
    .values({
      id: disputeIdOf(story),
      code: humanCode(Buffer.from(hexOf("dispute", payment.key), "hex")),
      paymentId: payment.id,
      merchantId: people.merchants.get(payment.merchant)?.merchantId ?? "",
      amountCents: story.amountCents,
      reason: story.reason,
      description: story.description,
      status: story.status,
      ...verdict,
      resolvedAt,
      resolvedBy: by ? ids[by] : null,
      createdAt: filedAt,
      updatedAt: last,
    })
    .returning();
  const dispute = one(row ? [row] : []);
  const drafts = story.comments.map(({ by: author, at, comment }) => {
    return { id: demoId(at, "comment", payment.key, comment), disputeId: dispute.id, authorId: ids[author], comment, createdAt: at };
  });
  const comments = drafts.length === 0 ? [] : await tx.insert(disputeComments).values(drafts).returning();
  await tx.insert(disputeEvents).values(disputeHistory(dispute, ids.payer, comments));
}
