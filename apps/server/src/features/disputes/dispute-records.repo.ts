import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputeEvents } from "@hearth/db/schema/dispute-events";
import { disputes } from "@hearth/db/schema/disputes";
import { users } from "@hearth/db/schema/users";
import { asc, eq, gt, inArray } from "drizzle-orm";

/** Writes what happened to a dispute; it is announced for the dispute's payment when the transaction commits. */
export async function insertDisputeEvent(tx: Transaction, event: typeof disputeEvents.$inferInsert): Promise<void> {
  await tx.insert(disputeEvents).values(event);
}

/** Adds a response to a dispute's conversation; answers its id. */
export async function insertComment(tx: Transaction, comment: typeof disputeComments.$inferInsert): Promise<string> {
  const [row] = await tx.insert(disputeComments).values(comment).returning({ id: disputeComments.id });
  if (!row) throw new Error("The response was not stored");
  return row.id;
}

const author = { id: users.id, firstName: users.firstName, lastName: users.lastName };

/** The responses in those disputes with who wrote them, oldest first. */
export async function listComments(db: DatabaseOrTransaction, disputeIds: string[]) {
  if (disputeIds.length === 0) return [];
  return db
    .select({ comment: disputeComments, author })
    .from(disputeComments)
    .innerJoin(users, eq(users.id, disputeComments.authorId))
    .where(inArray(disputeComments.disputeId, disputeIds))
    .orderBy(asc(disputeComments.createdAt), asc(disputeComments.id));
}
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

/** A dispute's life with who did what, oldest first. */
export async function listDisputeEvents(db: DatabaseOrTransaction, disputeId: string) {
  return db
    .select({ event: disputeEvents, actor: author })
    .from(disputeEvents)
    .leftJoin(users, eq(users.id, disputeEvents.actorId))
    .where(eq(disputeEvents.disputeId, disputeId))
    .orderBy(asc(disputeEvents.id));
}
export type DisputeEventRow = Awaited<ReturnType<typeof listDisputeEvents>>[number];

/** A batch of disputes in the order of their ids, with the types of their events in the order they happened. */
export async function listDisputeStates(db: DatabaseOrTransaction, after: string | null, limit: number) {
  const rows = await db
    .select({ id: disputes.id, status: disputes.status })
    .from(disputes)
    .where(after === null ? undefined : gt(disputes.id, after))
    .orderBy(asc(disputes.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const { disputeId, type, id } = disputeEvents;
  const events =
    ids.length === 0 ? [] : await db.select({ disputeId, type }).from(disputeEvents).where(inArray(disputeId, ids)).orderBy(asc(id));
  const typesById = Map.groupBy(events, (event) => event.disputeId);
  return rows.map((row) => ({ ...row, events: (typesById.get(row.id) ?? []).map((event) => event.type) }));
}
