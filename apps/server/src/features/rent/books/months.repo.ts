import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { closedLines } from "@hearth/db/schema/closed-lines";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { monthCloses, type PropertyMonth } from "@hearth/db/schema/month-closes";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RollPeriod } from "./rent-roll.repo.ts";

export type MonthClose = Awaited<ReturnType<typeof selectCloses>>[number];

/** No transaction that writes lines lives as long: whatever was posted this long before a month was closed was seen as it was closed. */
const unseenMs = 86_400_000;

/** Lets one close or open months at a time. Asked first in its transaction, whose view of the rest then begins behind whoever was before it. */
export async function lockCloses(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${monthCloses} in share row exclusive mode`);
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

/** Lines of a merchant's leases that no closed month counts, of those posted since a day before a moment. */
function uncounted(merchantId: string, since: Date): SQL {
  return sql`
    from ${leases} l cross join lateral (
      select own.* from ${leaseEntries} own
      where own.lease_id = l.id and own.posted_at >= ${new Date(since.getTime() - unseenMs).toISOString()}::timestamptz offset 0
    ) e where l.merchant_id = ${merchantId} and not exists (select from ${closedLines} c where c.entry_id = e.id)`;
}

/** What came later about days of a month that was closed, at one property. */
export interface Correction extends Pick<
  PropertyMonth,
  "propertyId" | "property" | "chargedCents" | "paidCents" | "creditedCents" | "writtenOffCents"
> {
  [column: string]: unknown;
}

/** What is about days before a month and was posted when they were closed already, by property: it is this month's. */
export async function sumCorrections(
  db: DatabaseOrTransaction,
  { merchantId, from, closedAt }: { merchantId: string; from: string; closedAt: Date },
): Promise<Correction[]> {
  return db.execute<Correction>(sql`
    with late as (select e.*, l.unit_id ${uncounted(merchantId, closedAt)} and e.effective_on < ${from}::date)
    select pr.id as "propertyId", pr.name as property,
      coalesce(sum(e.cents) filter (where e.charge_id is not null), 0)::float8 as "chargedCents",
      0 - coalesce(sum(e.cents) filter (where k.kind in ('payment', 'outside')), 0)::float8 as "paidCents",
      0 - coalesce(sum(e.cents) filter (where k.kind = 'credit'), 0)::float8 as "creditedCents",
      0 - coalesce(sum(e.cents) filter (where k.kind = 'writeOff'), 0)::float8 as "writtenOffCents"
    from late e join ${units} un on un.id = e.unit_id join ${properties} pr on pr.id = un.property_id left join ${leaseCredits} k on k.id = e.credit_id
    group by 1, 2`);
}

/** Keeps a month's figures, and which lines of those up to its end they count. */
export async function insertClose(
  tx: Transaction,
  { merchantId, from, to }: RollPeriod,
  { figures, closedAt, closedBy, since }: { figures: PropertyMonth[]; closedAt: Date; closedBy: string; since: Date },
): Promise<void> {
  const [close] = await tx
    .insert(monthCloses)
    .values({ merchantId, period: from, figures, closedAt, closedBy })
    .returning({ id: monthCloses.id });
  if (close === undefined) throw new Error("The month was not closed");
  await tx.execute(sql`
    insert into ${closedLines} (entry_id, close_id)
    select e.id, ${close.id}::uuid from ${leases} l cross join lateral (
      select own.id from ${leaseEntries} own where own.lease_id = l.id and own.effective_on between ${from}::date and ${to}::date offset 0
    ) e where l.merchant_id = ${merchantId}
    union select e.id, ${close.id}::uuid ${uncounted(merchantId, since)} and e.effective_on < ${from}::date`);
}

/** Opens a month again: what it counted is counted anew when it is closed the next time. */
export async function reopenClose(tx: Transaction, id: string, { at, by }: { at: Date; by: string }): Promise<void> {
  await tx.update(monthCloses).set({ reopenedAt: at, reopenedBy: by }).where(eq(monthCloses.id, id));
  await tx.delete(closedLines).where(eq(closedLines.closeId, id));
}
