import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { owedCents } from "@hearth/db/owed-refund";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputeEvents } from "@hearth/db/schema/dispute-events";
import { disputes } from "@hearth/db/schema/disputes";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { unitsOfCents } from "@hearth/db/usdc";
import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";

/** Inserts a dispute event. Listeners of the dispute's payment are notified when the transaction commits. */
export async function insertDisputeEvent(tx: Transaction, event: typeof disputeEvents.$inferInsert): Promise<void> {
  await tx.insert(disputeEvents).values(event);
}

/** Adds a response to a dispute's conversation. Returns its id. */
export async function insertComment(tx: Transaction, comment: typeof disputeComments.$inferInsert): Promise<string> {
  const [row] = await tx.insert(disputeComments).values(comment).returning({ id: disputeComments.id });
  if (!row) throw new Error("The response was not stored");
  return row.id;
}

const author = { id: users.id, firstName: users.firstName, lastName: users.lastName, role: users.role };

/** Lists a dispute's timeline with the actors, oldest first. */
export async function listDisputeEvents(db: DatabaseOrTransaction, disputeId: string) {
  return db
    .select({ event: disputeEvents, actor: author })
    .from(disputeEvents)
    .leftJoin(users, eq(users.id, disputeEvents.actorId))
    .where(eq(disputeEvents.disputeId, disputeId))
    .orderBy(asc(disputeEvents.id));
}
export type DisputeEventRow = Awaited<ReturnType<typeof listDisputeEvents>>[number];

/** Loads disputes with the types of their events in chronological order. */
export async function listDisputeStates(db: DatabaseOrTransaction, ids: string[]) {
  const { disputeId, type, id } = disputeEvents;
  const among = sql`any(${sql.param(ids)}::uuid[])`;
  const [rows, events] = await Promise.all([
    db
      .select({ id: disputes.id, status: disputes.status })
      .from(disputes)
      .where(sql`${disputes.id} = ${among}`),
    db
      .select({ disputeId, type })
      .from(disputeEvents)
      .where(sql`${disputeId} = ${among}`)
      .orderBy(asc(id)),
  ]);
  const typesById = Map.groupBy(events, (event) => event.disputeId);
  return rows.map((row) => ({ ...row, events: (typesById.get(row.id) ?? []).map((event) => event.type) }));
}

/** Filters disputes to those marked settled although something is owed. */
export async function listOwedThoughSettled(db: DatabaseOrTransaction, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(sql`${disputes.id} = any(${sql.param(ids)}::uuid[])`, isNotNull(disputes.settledAt), gt(owedCents, 0)));
  return rows.map(({ id }) => id);
}

/** Filters disputes to those owed more than can still be returned of their payment. Computes that from the journal independently. */
export async function listOwedBeyondPayment(db: DatabaseOrTransaction, ids: string[]): Promise<string[]> {
  const refundableUnits = sql`(
    select coalesce(sum(j.units) filter (where j.account = 'payment'), 0) + coalesce(sum(j.units) filter (where j.account = 'returned'), 0)
    from ${journalEntries} j where j.payment_id = ${disputes.paymentId})`;
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(
      and(sql`${disputes.id} = any(${sql.param(ids)}::uuid[])`, gt(unitsOfCents(owedCents), sql`-${refundableUnits}`), gt(owedCents, 0)),
    );
  return rows.map(({ id }) => id);
}

/**
 * Marks at most `limit` approved disputes as settled: nothing is owed, and neither the payment nor its returns can leave the chain any
 * more. Returns their number.
 */
export async function markSettled(db: DatabaseOrTransaction, now: Date, limit: number): Promise<number> {
  const isFinal = sql`not exists (
    select from ${refunds} r join ${transfers} t on t.refund_id = r.id
    where r.payment_id = ${disputes.paymentId} and t.given_back_at is not null and t.final_at is null
  ) and exists (
    select from ${payments} p where p.id = ${disputes.paymentId} and p.status = 'completed'
  ) and not exists (
    select from ${transfers} t where t.payment_id = ${disputes.paymentId} and t.counted_at is not null and t.final_at is null
  )`;
  const due = db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(sql`${disputes.result} = 'chargedBack' and ${disputes.settledAt} is null`, eq(owedCents, 0), isFinal))
    .limit(limit);
  // The condition is checked again on the locked row, because money that was reversed clears the mark concurrently.
  const rows = await db
    .update(disputes)
    .set({ settledAt: now })
    .where(and(inArray(disputes.id, due), eq(owedCents, 0)))
    .returning({ id: disputes.id });
  return rows.length;
}
