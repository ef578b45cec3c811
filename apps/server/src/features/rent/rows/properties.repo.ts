import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { naturalKey } from "@hearth/db/natural-order";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { transfers } from "@hearth/db/schema/transfers";
import { units } from "@hearth/db/schema/units";
import { pattern, searchText } from "@hearth/db/search";
import { tenantNamesAt } from "@hearth/db/tenants-at";
import type { MonthBills } from "@hearth/domain/rent/owed";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { NamedCursorPosition } from "../../../paging/cursor.ts";
import { hasAutopay, moneyColumns, openMoney, rentOn, standingOf, tenantFacts, type TenantStanding, todayOf } from "./standings.repo.ts";

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

/** Units of some properties, with the words that select among them. */
interface UnitSearch {
  search: string | undefined;
  now: Date;
}

/** A lateral subquery: the lease of the unit `un` that runs today, or else the next one, with the day in its own time zone. */
const presentLease = (now: Date): SQL => sql`(
      select l.id, l.starts_on, l.ends_on, ${todayOf(now)} as today, ${moneyColumns(now)} from ${leases} l
      where l.unit_id = un.id and l.undone_at is null and (l.ends_on is null or l.ends_on >= ${todayOf(now)}) order by l.starts_on limit 1
    )`;

/** Matches a unit `un` of a property `pr`, whose present lease is `o`, by the names of both, the address, or a tenant. */
function unitMatches(text: string): SQL {
  return sql`(search_text(pr.name || ' ' || un.name) like ${pattern(text)} or search_text(pr.address) like ${pattern(text)} or exists (
    select from ${leaseTenants} t where t.lease_id = o.id and (t.moved_out_on is null or t.moved_out_on >= o.today)
      and search_text(t.name || ' ' || t.email) like ${pattern(text)}))`;
}

/** The most units of a page of several properties. A property has all of its units on one page. */
export const mostUnits = 500;

/** The number of a property's units, or more than `mostUnits`, from the index by property alone. */
const unitCount = sql<number>`(
  select count(*)::integer from (select from ${units} un where un.property_id = ${properties}.id limit ${sql.raw(String(mostUnits + 1))}) un)`;

/** A merchant's properties by name, after a cursor, each with the number of its units. With words, those of which a unit matches. */
export async function listProperties(
  db: DatabaseOrTransaction,
  { merchantId, after, limit, search, now }: UnitSearch & { merchantId: string; after: NamedCursorPosition | undefined; limit: number },
) {
  return db
    .select({ id: properties.id, name: properties.name, address: properties.address, units: unitCount })
    .from(properties)
    .where(
      and(
        eq(properties.merchantId, merchantId),
        after && sql`(search_text(${properties.name}), ${properties.id}) > (search_text(${after.name}), ${after.id}::uuid)`,
        search
          ? sql`${properties.id} in (
            select pr.id from ${properties} pr join ${units} un on un.property_id = pr.id left join lateral ${presentLease(now)} o on true
            where pr.merchant_id = ${merchantId} and ${unitMatches(search)})`
          : undefined,
      ),
    )
    .orderBy(asc(searchText(properties.name)), asc(properties.id))
    .limit(limit);
}

/** A unit with the lease that runs today, or else the next one, and the money that is open on it. Without a lease, its fields are null or 0. */
export interface UnitRow {
  [column: string]: unknown;
  id: string;
  propertyId: string;
  name: string;
  leaseId: string | null;
  startsOn: string | null;
  endsOn: string | null;
  /** Tenants of today and to come. */
  tenants: string[];
  rentCents: number;
  lateCents: number;
  owedCents: number;
  standing: TenantStanding;
}

/** The units of these properties in the natural order of their names, each with its present or next lease. With words, those that match. */
export async function listUnits(db: DatabaseOrTransaction, propertyIds: string[], { search, now }: UnitSearch): Promise<UnitRow[]> {
  return db.execute<UnitRow>(sql`
    select un.id, un.property_id as "propertyId", un.name, o.id as "leaseId", o.starts_on::text as "startsOn", o.ends_on::text as "endsOn",
      coalesce(t.names, '{}') as tenants, coalesce(${rentOn(sql`o.id`, sql`o.today`)}, 0) as "rentCents",
      b.late as "lateCents", b.cents as "owedCents", ${standingOf(hasAutopay(sql`o.id`))} as standing
    from ${units} un join ${properties} pr on pr.id = un.property_id left join lateral ${presentLease(now)} o on true
      ${openMoney} cross join lateral (
        select ${tenantFacts(sql`t.moved_out_on is null or t.moved_out_on >= o.today`, sql`${now.toISOString()}::timestamptz`)} from ${leaseTenants} t where t.lease_id = o.id
      ) t
    where un.property_id = any(${sql.param(propertyIds)}::uuid[]) and ${search ? unitMatches(search) : sql`true`}
    order by ${naturalKey(sql`un.name`)}, un.id`);
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
 * Reads open charges and the month's charges by index, and no older ones. Finds the leases with money on its way once, from the merchant's open payments. OFFSET 0
 * and the inner selects make it look up credits and transfers by payment. Where the planner took those tables for empty, it joined all of them for each unit.
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
  const place = sql`${naturalKey(sql`pr.name`)}, ${searchText(sql`pr.name`)}, ${naturalKey(sql`un.name`)}, un.id`;
  const own = sql`${units} un join ${properties} pr on pr.id = un.property_id
      where pr.merchant_id = ${merchantId} and ${propertyId === undefined ? sql`true` : sql`pr.id = ${propertyId}`}`;
  return db.execute<BuildingRow>(sql`
    with listed as (
      select un.id, un.name, pr.id as property_id, pr.name as property, row_number() over (order by ${place}) as place from ${own} order by ${place} limit ${limit}
    ), arriving as materialized (
      select k.lease_id from ${payments} y cross join lateral (
        select k.lease_id from ${leaseCredits} k where k.payment_id = y.id and k.taken_away_at is null offset 0
      ) k where y.merchant_id = ${merchantId} and y.status = 'pending' and ${hasTransfer(sql`y.id`)}
    )
    select un.id, un.name, un.property_id as "propertyId", un.property, o.id as "leaseId", ${tenantNamesAt(sql`o.id`, now)} as tenants,
      coalesce(${rentOn(sql`o.id`, sql`o.today`)}, 0) as "rentCents", b.late as "lateCents", b.cents as "owedCents", (select count(*)::integer from ${own}) as count,
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
    order by un.place`);
}
