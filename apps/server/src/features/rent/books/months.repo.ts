import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { closedLines } from "@hearth/db/schema/closed-lines";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { type Collected, monthCloses, type PropertyMonth } from "@hearth/db/schema/month-closes";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { isMaybeLate, unseenMs } from "./book-days.repo.ts";
import { isAmong, type RollPeriod, sliceLeases } from "./rent-roll.repo.ts";

export type MonthClose = Awaited<ReturnType<typeof selectCloses>>[number];

/**
 * Counts a change of a merchant's closed months. In a repeatable read, PostgreSQL refuses it (40001) where another change was committed since
 * the snapshot. Call it last, because it locks the merchant's row.
 */
export async function countBooksChange(tx: Transaction, merchantId: string): Promise<void> {
  await tx
    .update(merchants)
    .set({ booksVersion: sql`${merchants.booksVersion} + 1` })
    .where(eq(merchants.id, merchantId));
}

function selectCloses(db: DatabaseOrTransaction, which: SQL | undefined) {
  const { id, period, figures, closedAt } = monthCloses;
  const closedBy = sql<string>`${users.firstName} || ' ' || ${users.lastName}`;
  return db
    .select({ id, period, figures, closedAt, closedBy })
    .from(monthCloses)
    .innerJoin(users, eq(users.id, monthCloses.closedBy))
    .where(and(which, isNull(monthCloses.reopenedAt)));
}

/** The newest month that a merchant has closed. */
export async function findLastClose(db: DatabaseOrTransaction, merchantId: string): Promise<MonthClose | null> {
  const [row] = await selectCloses(db, eq(monthCloses.merchantId, merchantId)).orderBy(desc(monthCloses.period)).limit(1);
  return row ?? null;
}

export async function findClose(db: DatabaseOrTransaction, merchantId: string, period: string): Promise<MonthClose | null> {
  const [row] = await selectCloses(db, and(eq(monthCloses.merchantId, merchantId), eq(monthCloses.period, period)));
  return row ?? null;
}

/** The sums of a merchant's closed months from one on, by month as `2026-11`. Without months that were closed before their sums were kept. */
export async function listCollected(db: DatabaseOrTransaction, merchantId: string, from: string): Promise<Map<string, Collected>> {
  const { period, collected, reopenedAt } = monthCloses;
  const rows = await db
    .select({ period, collected })
    .from(monthCloses)
    .where(and(eq(monthCloses.merchantId, merchantId), gte(period, from), isNull(reopenedAt), isNotNull(collected)));
  return new Map(rows.flatMap((row) => (row.collected === null ? [] : [[row.period.slice(0, 7), row.collected]])));
}

/**
 * Stores a month's figures, and which lines up to its end they count, 1,000 leases per statement. PostgreSQL refuses it (40001) where the
 * month was closed since the transaction's snapshot.
 */
export async function insertClose(
  tx: Transaction,
  { merchantId, from, to }: RollPeriod,
  { since, ...close }: { figures: PropertyMonth[]; collected: Collected; closedAt: Date; closedBy: string; since: Date },
): Promise<void> {
  const [row] = await tx
    .insert(monthCloses)
    .values({ merchantId, period: from, ...close })
    .onConflictDoNothing()
    .returning({ id: monthCloses.id });
  if (row === undefined) throw new Error("The month was not closed");
  // Lines of earlier months that no closed month counts. They were posted after the last close, or in the day before it.
  const lastSeen = new Date(since.getTime() - unseenMs).toISOString();
  await tx.execute(sql`
    insert into ${closedLines} (entry_id, close_id)
    select own.id, ${row.id}::uuid from ${leaseEntries} own
    where own.merchant_id = ${merchantId} and ${isMaybeLate("own")} and own.posted_at >= ${lastSeen}::timestamptz and own.effective_on + 0 < ${from}::date
      and not exists (select from ${closedLines} c where c.entry_id = own.id)`);
  for await (const among of sliceLeases(tx, merchantId))
    await tx.execute(sql`
      insert into ${closedLines} (entry_id, close_id)
      select e.id, ${row.id}::uuid from ${leases} l cross join lateral (
        select own.id from ${leaseEntries} own where own.lease_id = l.id and own.effective_on between ${from}::date and ${to}::date offset 0
      ) e where ${isAmong(among)}`);
}

/** Reopens a month. Its lines are counted anew when it is closed again. */
export async function reopenClose(tx: Transaction, id: string, { at, by }: { at: Date; by: string }): Promise<void> {
  await tx.update(monthCloses).set({ reopenedAt: at, reopenedBy: by }).where(eq(monthCloses.id, id));
  await tx.delete(closedLines).where(eq(closedLines.closeId, id));
}
