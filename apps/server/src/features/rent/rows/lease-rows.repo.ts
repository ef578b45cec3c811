import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { rentsAt } from "@hearth/db/tenants-at";
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { isNotSetAside } from "../../../jobs/set-aside.repo.ts";

export type LeaseRow = typeof leases.$inferSelect;
export type LeaseTermsRow = typeof leaseTerms.$inferSelect;

/** The lock strength of acts on a lease's ledger. Other rows may still reference the lease. */
const lock = "no key update";

/** A lock strength that also blocks transactions that open a payment for the lease. */
export const aloneLock = "update";

/** Locks a merchant's lease, or any lease where `merchantId` is null, until the transaction ends. Returns null for another merchant's lease. */
export async function lockOwnLease(
  tx: Transaction,
  merchantId: string | null,
  id: string,
  strength: typeof lock | typeof aloneLock = lock,
): Promise<LeaseRow | null> {
  const [row] = await tx
    .select()
    .from(leases)
    .where(and(eq(leases.id, id), merchantId === null ? undefined : eq(leases.merchantId, merchantId)))
    .for(strength);
  return row ?? null;
}

/** Locks these leases, and skips those that another transaction holds. */
export async function lockFreeLeases(tx: Transaction, ids: string[]): Promise<LeaseRow[]> {
  return tx.select().from(leases).where(inArray(leases.id, ids)).orderBy(asc(leases.id)).for(lock, { skipLocked: true });
}

const leaseItem = { id: leases.id, merchantId: leases.merchantId };

/** The leases whose next month is due to be charged, the longest waiting first, without set-aside leases. */
export async function listToCharge(db: DatabaseOrTransaction, now: Date, limit: number) {
  return db
    .select(leaseItem)
    .from(leases)
    .where(and(lte(leases.nextChargeAt, now), isNotSetAside("charge-rent", leases.id, now)))
    .orderBy(asc(leases.nextChargeAt), asc(leases.id))
    .limit(limit);
}

/** The leases with money to allocate, without set-aside leases. */
export async function listUnallocated(db: DatabaseOrTransaction, now: Date, limit: number) {
  return db
    .select(leaseItem)
    .from(leases)
    .where(and(sql`${leases.needsAllocation}`, isNotSetAside("allocate-rent", leases.id, now)))
    .orderBy(asc(leases.id))
    .limit(limit);
}

/** The leases with a charge that has become past due since their past due cents were counted, without set-aside leases. */
export async function listWithNewPastDue(db: DatabaseOrTransaction, now: Date, limit: number) {
  return db
    .select(leaseItem)
    .from(leases)
    .where(and(lte(leases.pastDueUntil, now), isNotSetAside("count-past-due", leases.id, now)))
    .orderBy(asc(leases.pastDueUntil), asc(leases.merchantId))
    .limit(limit);
}

/** Counts the past due cents of these leases for a moment. Charges and money that come later change them. */
export async function countPastDueOf(db: DatabaseOrTransaction, leaseIds: string[], now: Date): Promise<void> {
  await db.execute(sql`select count_past_due(${sql.param(leaseIds)}::uuid[], ${now.toISOString()}::timestamptz)`);
}

/** The versions of these leases' terms, the oldest first. */
export async function listTerms(db: DatabaseOrTransaction, leaseIds: string[]): Promise<Map<string, LeaseTermsRow[]>> {
  const rows = await db.select().from(leaseTerms).where(inArray(leaseTerms.leaseId, leaseIds)).orderBy(asc(leaseTerms.id));
  return Map.groupBy(rows, ({ leaseId }) => leaseId);
}

export async function insertLease(tx: Transaction, values: typeof leases.$inferInsert): Promise<LeaseRow> {
  const [row] = await tx.insert(leases).values(values).returning();
  if (row === undefined) throw new Error("The lease was not made");
  return row;
}

export async function insertTerms(tx: Transaction, values: (typeof leaseTerms.$inferInsert)[]): Promise<void> {
  await tx.insert(leaseTerms).values(values);
}

/** Stores the tenants of a lease, at least one. Returns their ids by email. */
export async function insertTenants(tx: Transaction, values: (typeof leaseTenants.$inferInsert)[]): Promise<Map<string, string>> {
  const rows = await tx.insert(leaseTenants).values(values).returning({ id: leaseTenants.id, email: leaseTenants.email });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Stores the next month to charge of each lease. */
export async function markCharged(tx: Transaction, places: { id: string; nextPeriod: string; nextChargeAt: Date | null }[]): Promise<void> {
  const ids = places.map(({ id }) => id);
  const periods = places.map(({ nextPeriod }) => nextPeriod);
  const moments = places.map(({ nextChargeAt }) => nextChargeAt?.toISOString() ?? null);
  await tx.execute(sql`
    update ${leases} l set next_period = p.next_period, next_charge_at = p.next_charge_at
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(periods)}::text[]::date[], ${sql.param(moments)}::text[]::timestamptz[]) as p(id, next_period, next_charge_at)
    where l.id = p.id`);
}

/** Updates a lease. `updatedAt` is the version that the next edit must name. */
export async function updateLease(
  tx: Transaction,
  id: string,
  set: Partial<Pick<LeaseRow, "endsOn" | "nextPeriod" | "nextChargeAt" | "partPayments" | "undoneAt">> & { updatedAt: Date },
): Promise<void> {
  await tx.update(leases).set(set).where(eq(leases.id, id));
}

/** Clears the mark that money of these leases waits to be allocated. */
export async function markAllocated(tx: Transaction, leaseIds: string[]): Promise<void> {
  await tx
    .update(leases)
    .set({ needsAllocation: false })
    .where(and(inArray(leases.id, leaseIds), sql`${leases.needsAllocation}`));
}

/** Marks these leases as having money to allocate. */
export async function markUnallocated(tx: Transaction, leaseIds: string[]): Promise<void> {
  await tx.update(leases).set({ needsAllocation: true }).where(inArray(leases.id, leaseIds));
}

/** True when another lease of a unit covers a day of a term. The caller holds the unit's lock. */
export async function hasOverlap(
  tx: Transaction,
  { unitId, startsOn, endsOn, except }: { unitId: string; startsOn: string; endsOn: string | null; except?: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ id: leases.id })
    .from(leases)
    .where(
      and(
        eq(leases.unitId, unitId),
        isNull(leases.undoneAt),
        or(isNull(leases.endsOn), sql`${leases.endsOn} >= ${startsOn}`),
        endsOn === null ? undefined : lte(leases.startsOn, endsOn),
        except === undefined ? undefined : ne(leases.id, except),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The names of a lease in notices to its tenants, and the accounts that rent under it. */
export async function findLeaseNames(tx: Transaction, id: string, now: Date) {
  const [row] = await tx
    .select({
      merchant: merchants.name,
      businessType: merchants.businessType,
      place: leasePlaceOf,
      userIds: sql<
        string[]
      >`array(select t.user_id from ${leaseTenants} t where t.lease_id = ${leases.id} and t.user_id is not null and ${rentsAt(now)} order by t.id)`,
    })
    .from(leases)
    .innerJoin(merchants, eq(merchants.id, leases.merchantId))
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(eq(leases.id, id));
  return row ?? null;
}

/** `Juniper Court 4B`. For queries that read `properties` and `units`. */
const leasePlaceOf = sql<string>`${properties.name} || ' ' || ${units.name}`;

/** The leases under which an account rents from a merchant, with their places, last days and whether bills may be paid in parts. */
export async function listLeasesOf(
  db: DatabaseOrTransaction,
  { userId, merchantId, now }: { userId: string; merchantId: string; now: Date },
) {
  return leasesOf(db).execute({ userId, merchantId, now: now.toISOString() });
}

const leasesOf = cachedQuery((db) =>
  db
    .select({ id: leases.id, endsOn: leases.endsOn, partPayments: leases.partPayments, place: leasePlaceOf })
    .from(leaseTenants)
    .innerJoin(
      leases,
      and(eq(leases.id, leaseTenants.leaseId), eq(leases.merchantId, sql.placeholder("merchantId")), isNull(leases.undoneAt)),
    )
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(
      and(
        eq(leaseTenants.userId, sql.placeholder("userId")),
        or(isNull(leaseTenants.endedAt), gt(leaseTenants.endedAt, sql.placeholder("now"))),
      ),
    )
    .prepare("leases_of"),
);
