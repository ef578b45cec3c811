import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { naturalKey } from "@hearth/db/natural-order";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseNames } from "@hearth/db/schema/lease-names";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { transfers } from "@hearth/db/schema/transfers";
import { units } from "@hearth/db/schema/units";
import { searchText, wordsMatch } from "@hearth/db/search";
import { tenantNamesAt } from "@hearth/db/tenants-at";
import type { MonthBills } from "@hearth/domain/rent/owed";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { byTermsOf, moneyColumns, openMoney, rentOn, standingOf, tenantFacts, type TenantStanding, todayOf } from "./standings.repo.ts";

/** Inserts a property. Returns null where the merchant has one of this name. */
export async function insertProperty(tx: Transaction, values: typeof properties.$inferInsert): Promise<string | null> {
  const [row] = await tx.insert(properties).values(values).onConflictDoNothing().returning({ id: properties.id });
  return row?.id ?? null;
}

/** Inserts units of a property. Returns the ids of those that did not exist. */
export async function insertUnits(tx: Transaction, propertyId: string, names: string[]): Promise<string[]> {
  const rows = await tx
    .insert(units)
    .values(names.map((name) => ({ propertyId, name })))
    .onConflictDoNothing()
    .returning({ id: units.id });
  return rows.map(({ id }) => id);
}

/** Counts a merchant's units, up to `atMost`. */
export async function countUnits(tx: Transaction, merchantId: string, atMost: number): Promise<number> {
  const own = tx
    .select({ one: sql`1` })
    .from(units)
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(eq(properties.merchantId, merchantId))
    .limit(atMost)
    .as("own");
  return tx.$count(own);
}

/** Locks a merchant's property, so that changes to it run one after the other. Returns null for another merchant's property. */
export async function lockOwnProperty(tx: Transaction, merchantId: string, id: string) {
  const [row] = await tx
    .select({ id: properties.id, name: properties.name, address: properties.address })
    .from(properties)
    .where(and(eq(properties.id, id), eq(properties.merchantId, merchantId)))
    .for("no key update");
  return row ?? null;
}

/** Updates a locked property. Fails with a unique violation where the merchant has another one of this name. */
export async function updateProperty(
  tx: Transaction,
  id: string,
  set: { name?: string | undefined; address?: string | undefined },
): Promise<void> {
  await tx.update(properties).set(set).where(eq(properties.id, id));
}

/** Renames a locked unit. Fails with a unique violation where its property has another one of this name. */
export async function renameUnit(tx: Transaction, id: string, name: string): Promise<void> {
  await tx.update(units).set({ name }).where(eq(units.id, id));
}

/** Locks a merchant's unit, so that leases of it are made one after the other. Returns null for another merchant's unit. */
export async function lockOwnUnit(tx: Transaction, merchantId: string, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await tx
    .select({ id: units.id, name: units.name })
    .from(units)
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))
    .for("no key update", { of: units });
  return row ?? null;
}

/** Locks a merchant's unit and its property, so that nothing is added to either meanwhile. Returns null for another merchant's unit. */
export async function lockOwnUnitAndProperty(tx: Transaction, merchantId: string, id: string) {
  const [row] = await tx
    .select({ id: units.id, name: units.name, propertyId: properties.id, property: properties.name })
    .from(units)
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))
    .for("update");
  return row ?? null;
}

/** True when a unit has a lease, past, current or future. */
export async function hasLease(tx: Transaction, unitId: string): Promise<boolean> {
  return (await tx.$count(leases, eq(leases.unitId, unitId))) > 0;
}

/** Deletes a locked unit without leases, and its property with the last unit. Returns true where the property was deleted. */
export async function deleteUnit(tx: Transaction, { id, propertyId }: { id: string; propertyId: string }): Promise<boolean> {
  await tx.delete(units).where(eq(units.id, id));
  const isLast = sql`not exists (select 1 from ${units} where property_id = ${propertyId})`;
  const removed = await tx
    .delete(properties)
    .where(and(eq(properties.id, propertyId), isLast))
    .returning({ id: properties.id });
  return removed.length > 0;
}

/** The address of a lease's property as one line, empty where none was entered, and its merchant's business type. */
export async function findPlace(tx: Transaction, leaseId: string) {
  const [row] = await tx
    .select({ address: properties.address, businessType: merchants.businessType })
    .from(leases)
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .innerJoin(merchants, eq(merchants.id, properties.merchantId))
    .where(eq(leases.id, leaseId));
  return row ?? null;
}

/** The most units of a page. A property with more units continues on the next page. */
export const mostUnits = 100;

/** A unit with its property. */
export interface PlacedUnit {
  [column: string]: unknown;
  id: string;
  name: string;
  propertyId: string;
  property: string;
  address: string;
}

/** A unit's place in the order of properties and units. The names count as they are given. */
export interface UnitPlace {
  property: string;
  unit: string;
  id: string;
}

/**
 * A merchant's units after a place, or those of `ids`: properties by name, their units in natural order. Without `ids`, visits one property after the other by
 * an index until it has enough units.
 */
export async function listUnitsInOrder(
  db: DatabaseOrTransaction,
  {
    merchantId,
    ids,
    after,
    limit,
  }: { merchantId: string; ids: readonly string[] | undefined; after: UnitPlace | undefined; limit: number },
): Promise<PlacedUnit[]> {
  const property = searchText(sql`pr.name`);
  const unit = naturalKey(sql`un.name`);
  const firstProperty = searchText(sql`${after?.property ?? ""}::text`);
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(${property} > ${firstProperty} or (${unit}, un.id) > (${naturalKey(sql`${after.unit}::text`)}, ${after.id}::uuid))`;
  const from =
    ids === undefined
      ? sql`${properties} pr cross join lateral (
          select un.id, un.name from ${units} un where un.property_id = pr.id and ${isAfter} order by ${unit}, un.id limit ${limit} offset 0
        ) un where true`
      : sql`(with un as materialized (select un.id, un.name, un.property_id from ${units} un where un.id = any(${sql.param([...ids])}::uuid[])) select * from un) un
        join ${properties} pr on pr.id = un.property_id where ${isAfter}`;
  return db.execute<PlacedUnit>(sql`
    select un.id, un.name, pr.id as "propertyId", pr.name as property, pr.address
    from ${from} and pr.merchant_id = ${merchantId} and ${property} >= ${firstProperty}
    order by ${property}, ${unit}, un.id limit ${limit}`);
}

/** A merchant's properties by name, without units. */
export async function listPropertyNames(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  return db
    .select({ id: properties.id, name: properties.name, address: properties.address })
    .from(properties)
    .where(eq(properties.merchantId, merchantId))
    .orderBy(asc(searchText(properties.name)), asc(properties.id))
    .limit(limit);
}

/**
 * Finds at most `mostUnits` of a merchant's units that match these words. They match the names of the unit and its property, the address, or a tenant who rents
 * now or will. Each follows an index of its own. `isCut` is true where more may match. Compares the tenants of at most `mostUnits` leases. Compares none where
 * names and addresses alone match more units.
 */
export async function findUnits(
  db: DatabaseOrTransaction,
  { merchantId, search, now }: { merchantId: string; search: string; now: Date },
): Promise<{ ids: string[]; isCut: boolean }> {
  const limited = sql.raw(`limit ${mostUnits + 1}`);
  const rows = await db.execute<{ id: string | null; leases: number }>(sql`
    with named as materialized (
      select un.id from ${units} un where un.merchant_id = ${merchantId} and ${wordsMatch(sql`un.words`, search)} ${limited}
    ), lease as materialized (
      select n.lease_id as id from ${leaseNames} n where n.merchant_id = ${merchantId} and ${wordsMatch(sql`n.words`, search)}
        and (select count(*) from named) <= ${mostUnits} ${limited}
    ), let as materialized (
      select l.id, l.unit_id, ${todayOf(now)} as today from ${leases} l
      where l.id = any(array(select id from lease)) and l.undone_at is null and (l.ends_on is null or l.ends_on >= ${todayOf(now)})
    ), tenant as materialized (
      select t.lease_id, t.moved_out_on from ${leaseTenants} t
      where t.lease_id = any(array(select id from let)) and ${wordsMatch(searchText(sql`t.name || ' ' || t.email`), search)}
    )
    select f.id, c.leases from (select count(*)::integer as leases from lease) c left join (
      select id from named
      union select l.unit_id from let l join tenant t on t.lease_id = l.id and (t.moved_out_on is null or t.moved_out_on >= l.today)
    ) f on true order by f.id ${limited}`);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { ids: ids.slice(0, mostUnits), isCut: ids.length > mostUnits || (rows[0]?.leases ?? 0) > mostUnits };
}

/** The lease of a unit that runs today, or else the next one, with the money that is open on it. */
export interface UnitLeaseRow {
  [column: string]: unknown;
  id: string;
  unitId: string;
  startsOn: string;
  endsOn: string | null;
  /** Tenants of today and to come. */
  tenants: string[];
  rentCents: number;
  lateCents: number;
  owedCents: number;
  standing: TenantStanding;
}

/** The present or next leases of these units, each in the days of its own time zone. Reads each table once for all of them. */
export async function listPresentLeases(db: DatabaseOrTransaction, unitIds: readonly string[], now: Date): Promise<UnitLeaseRow[]> {
  const isOfThese = sql`lease_id = any(array(select id from own))`;
  return db.execute<UnitLeaseRow>(sql`
    with own as materialized (
      select distinct on (l.unit_id) l.id, l.unit_id, l.starts_on, l.ends_on, ${todayOf(now)} as today, ${moneyColumns(now)} from ${leases} l
      where l.unit_id = any(${sql.param([...unitIds])}::uuid[]) and l.undone_at is null and (l.ends_on is null or l.ends_on >= ${todayOf(now)})
      order by l.unit_id, l.starts_on
    ), tenant as materialized (
      select t.id, t.lease_id, t.name, t.user_id, t.ended_at, t.moved_out_on from ${leaseTenants} t where t.${isOfThese}
    ), facts as materialized (
      select o.id as lease_id, ${tenantFacts(sql`t.moved_out_on is null or t.moved_out_on >= o.today`, sql`${now.toISOString()}::timestamptz`)}
      from own o join tenant t on t.lease_id = o.id group by o.id
    ), terms as materialized (
      select t.lease_id, t.from_period, t.id, t.rent_cents from ${leaseTerms} t where t.${isOfThese}
    ), rent as materialized (
      select distinct on (o.id) o.id as lease_id, t.rent_cents from own o join terms t on t.lease_id = o.id order by o.id, ${byTermsOf(sql`o.today`)}
    ), autopay as materialized (
      select distinct q.lease_id from ${scheduledPayments} q where q.status in ('ready', 'sent') and q.${isOfThese}
    )
    select o.id, o.unit_id as "unitId", o.starts_on::text as "startsOn", o.ends_on::text as "endsOn", coalesce(t.names, '{}') as tenants,
      coalesce(rent.rent_cents, 0) as "rentCents", b.late as "lateCents", b.cents as "owedCents", ${standingOf(sql`q.lease_id is not null`)} as standing
    from own o ${openMoney} left join facts t on t.lease_id = o.id left join rent on rent.lease_id = o.id left join autopay q on q.lease_id = o.id`);
}

/** True when a payment has a transfer that the chain has not taken back. Counts, so that no index but the one by payment can serve. */
const hasTransfer = (paymentId: SQL): SQL =>
  sql`(select count(*) filter (where t.orphaned_at is null) > 0 from ${transfers} t where t.payment_id = ${paymentId})`;

/** A unit with its bills of a month. Without a lease today, the lease's fields are null or 0. */
export interface BuildingRow extends MonthBills {
  [column: string]: unknown;
  id: string;
  name: string;
  propertyId: string;
  property: string;
  leaseId: string | null;
  tenants: string[];
  rentCents: number;
  owedCents: number;
  /** Rent of the month, and the part of it that is paid. */
  billedRentCents: number;
  paidRentCents: number;
  /** The due day of the oldest open charge, also of later months. */
  dueOn: string | null;
  /** True while money that was seen for the lease waits for its confirmations. An open checkout alone is not on its way. */
  isArriving: boolean;
  /** The transaction of the newest payment that paid rent of the month. */
  txHash: string | null;
  /** The number of all units of the merchant, or of the property. */
  count: number;
}

/**
 * The first units of a merchant, or of one of its properties, in natural order, each with the lease that runs today and its bills of a month. One statement.
 * Counts the units of each property in an index, and reads those of the first properties that have enough. Reads open charges and the month's charges by index, and
 * no older ones. Finds the leases with money on its way once, from the merchant's open payments. OFFSET 0 and the inner selects make it look up credits and
 * transfers by payment. Where the planner took those tables for empty, it joined all of them for each unit.
 */
export async function listBuilding(
  db: DatabaseOrTransaction,
  {
    merchantId,
    propertyId,
    month,
    limit,
    now,
  }: { merchantId: string; propertyId: string | undefined; month: { from: string; to: string }; limit: number; now: Date },
): Promise<BuildingRow[]> {
  const isOwn = sql`pr.merchant_id = ${merchantId} and ${propertyId === undefined ? sql`true` : sql`pr.id = ${propertyId}`}`;
  return db.execute<BuildingRow>(sql`
    with counted as materialized (
      select pr.id, pr.name, h.count, row_number() over place as place, sum(h.count) over place - h.count as before, sum(h.count) over () as all
      from ${properties} pr cross join lateral (select count(*)::integer as count from ${units} un where un.property_id = pr.id) h
      where ${isOwn} window place as (order by ${naturalKey(sql`pr.name`)}, ${searchText(sql`pr.name`)})
    ), listed as (
      select un.id, un.name, h.id as property_id, h.name as property, h.place, un.key, h.all from counted h cross join lateral (
        select un.id, un.name, ${naturalKey(sql`un.name`)} as key from ${units} un where un.property_id = h.id
      ) un where h.before < ${limit} order by h.place, un.key, un.id limit ${limit}
    ), arriving as materialized (
      select k.lease_id from ${payments} y cross join lateral (
        select k.lease_id from ${leaseCredits} k where k.payment_id = y.id and k.taken_away_at is null offset 0
      ) k where y.merchant_id = ${merchantId} and y.status = 'pending' and ${hasTransfer(sql`y.id`)}
    )
    select un.id, un.name, un.property_id as "propertyId", un.property, o.id as "leaseId", ${tenantNamesAt(sql`o.id`, now)} as tenants,
      coalesce(${rentOn(sql`o.id`, sql`o.today`)}, 0) as "rentCents", b.late as "lateCents", b.cents as "owedCents", un.all::integer as count,
      greatest(0, d.cents - coalesce(o.unused_cents, 0))::float8 as "openCents", m.count > 0 as "isBilled",
      (m.rent_paid + coalesce(o.unused_cents, 0))::float8 as "paidCents",
      m.rent_billed as "billedRentCents", m.rent_paid as "paidRentCents", b.due_on::text as "dueOn",
      coalesce(o.id in (select a.lease_id from arriving a), false) as "isArriving",
      (select lower(t.tx_hash) from unnest(m.rents) as c(id) cross join lateral (
          select (select k.payment_id from ${leaseCredits} k where k.id = a.credit_id) as id from ${leaseAllocations} a where a.charge_id = c.id offset 0
        ) y join lateral (select t.* from ${transfers} t where t.payment_id = y.id offset 0) t on t.orphaned_at is null
        order by t.block_time desc, t.id desc limit 1) as "txHash"
    from listed un left join lateral (
        select l.id, ${todayOf(now)} as today, ${moneyColumns(now)} from ${leases} l
        where l.unit_id = un.id and l.undone_at is null and l.starts_on <= ${todayOf(now)} and (l.ends_on is null or l.ends_on >= ${todayOf(now)})
        order by l.starts_on desc limit 1
      ) o on true ${openMoney} cross join lateral (
        select coalesce(sum(c.cents - c.paid_cents), 0)::float8 as cents from ${charges} c
        where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null and c.due_on <= ${month.to}::date and o.open_due_on <= ${month.to}::date
      ) d cross join lateral (
        select count(*) as count, array_agg(c.id) filter (where c.kind = 'rent') as rents, coalesce(sum(c.paid_cents) filter (where c.kind = 'rent'), 0)::float8 as rent_paid,
          coalesce(sum(c.cents) filter (where c.kind = 'rent'), 0)::float8 as rent_billed from ${charges} c
        where c.lease_id = o.id and c.due_on between ${month.from}::date and ${month.to}::date and c.voided_at is null
      ) m
    order by un.place, un.key, un.id`);
}
