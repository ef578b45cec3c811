import type { Database, DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { monthCloses } from "@hearth/db/schema/month-closes";
import { naturalKey } from "@hearth/db/natural-order";
import { leases } from "@hearth/db/schema/leases";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { tenantNamesIn } from "@hearth/db/tenants-at";
import { type SQL, sql } from "drizzle-orm";
import { inSlices } from "../../../in-slices.ts";
import { moneyColumns } from "../rows/standings.repo.ts";
import { bookedLines, closingOf, creditOfLine } from "./book-days.repo.ts";
import { sliceLeasesInOrder } from "./roll-order.repo.ts";

export interface RollPeriod {
  merchantId: string;
  from: string;
  to: string;
}

/** Leases that one statement of the books reads, so that its duration does not grow with the business. */
const leasesAtOnce = 1_000;

/** Reads from one snapshot with several statements. */
export function inSnapshot<Answer>(db: Database, read: (tx: Transaction) => Promise<Answer>): Promise<Answer> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** Yields the ids of a merchant's leases in order of their properties' names, 1,000 at a time. */
export async function* sliceLeases(db: DatabaseOrTransaction, merchantId: string): AsyncGenerator<string[]> {
  const own = await db.execute<{ id: string }>(sql`
    select l.id from ${leases} l join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id
    where l.merchant_id = ${merchantId} order by search_text(pr.name), pr.id, l.id`);
  for await (const slice of inSlices(own, leasesAtOnce)) yield slice.map(({ id }) => id);
}

/** The condition that a lease `l` is one of these. */
export const isAmong = (ids: readonly string[]): SQL => sql`l.id = any(${sql.param(ids)}::uuid[])`;

/** A lease's figures in a period, in cents, with the balances before and after it. */
export interface RollFigures {
  [column: string]: unknown;
  openingCents: number;
  /** Less what was voided, and what ended of deposits: given back or kept, they are owed to nobody any more. */
  chargedCents: number;
  paidCents: number;
  /** Credits and write-offs. */
  creditedCents: number;
  /** The written-off part of `creditedCents`. */
  writtenOffCents: number;
  closingCents: number;
  /** The part of deposits that tenants have paid and that is held, as of today. */
  depositCents: number;
  /** Net amount of lines for the period that came after its close and count in a later month, positive where more is owed. */
  laterCents: number;
}

export interface RollRow extends RollFigures {
  id: string;
  property: string;
  unit: string;
  tenants: string[];
  startsOn: string;
  endsOn: string | null;
  /** The monthly rent at the period's end. Null for a lease that begins later. */
  rentCents: number | null;
}

/**
 * Selects the leases among some that have a part in a period: they ran within it without being undone, or had a balance or lines in it. Lines count on the days
 * on which the books count them. A lease that begins after the period without a line up to its end costs one index lookup.
 * Today's balance is on the lease's row. The balance at the period's end is today's less the lines counted later. So the query
 * reads the lines from the period on, and no older lines. It reads everything lease by lease, by index. Joins of whole sets became
 * quadratic wherever the planner expected one lease, and it takes days that are newer than its statistics for rare.
 */
function rollOf({ merchantId, from, to }: RollPeriod, among: readonly string[]): SQL {
  return sql`own as (
      select l.id, l.unit_id, l.starts_on, l.ends_on, l.undone_at, ${moneyColumns}
      from ${leases} l where l.merchant_id = ${merchantId} and ${isAmong(among)} and (
        l.starts_on <= ${to}::date or exists (select from ${leaseEntries} e where e.lease_id = l.id and e.effective_on <= ${to}::date offset 0))
    ), ${closingOf(merchantId)}, stood as (
      select o.*, o.open_cents - o.unused_cents - s.later as closing, s.charged, 0 - s.money as paid, 0 - s.credited as credited, 0 - s.written_off as written_off,
        o.held_cents::float8 as deposit, coalesce(s.came_later, 0) as came_later, coalesce(s.has_lines, s.came_later is not null) as has_lines
      from own o cross join closing g cross join lateral (
        select coalesce(sum(e.cents) filter (where e.booked_on > ${to}::date), 0)::float8 as later,
          coalesce(sum(e.cents) filter (where e.is_within and (e.charge_id is not null or k.deposit_charge_id is not null)), 0)::float8 as charged,
          coalesce(sum(e.cents) filter (where e.is_within and k.kind in ('payment', 'outside')), 0)::float8 as money,
          coalesce(sum(e.cents) filter (where e.is_within and k.kind in ('credit', 'writeOff') and k.deposit_charge_id is null), 0)::float8 as credited,
          coalesce(sum(e.cents) filter (where e.is_within and k.kind = 'writeOff'), 0)::float8 as written_off,
          sum(e.cents) filter (where e.booked_on > ${to}::date and e.effective_on between ${from}::date and ${to}::date)::float8 as came_later,
          bool_or(e.is_within) as has_lines
        from (
          select b.*, b.booked_on between ${from}::date and ${to}::date as is_within
          from ${bookedLines(sql`o.id`, { merchantId, from, to: null })} b
        ) e left join lateral ${creditOfLine} k on true
      ) s
    ), roll as (
      select s.*, s.closing - s.charged + s.paid + s.credited as opening, pr.id as property_id, pr.name as property, un.name as unit
      from stood s join ${units} un on un.id = s.unit_id join ${properties} pr on pr.id = un.property_id
      where s.has_lines or s.closing <> 0 or (s.undone_at is null and s.starts_on <= ${to}::date and (s.ends_on is null or s.ends_on >= ${from}::date))
    )`;
}

/**
 * Returns the first `limit` rows of a merchant's rent roll after a given lease, by property and unit, from one snapshot. Two statements read `limit` leases: their
 * ids, then their figures. Where leases had no part in the period, further pairs read twice as many each time, at most 1,000.
 */
export async function listRentRoll(
  db: Database,
  { after, limit, ...period }: RollPeriod & { after: string | undefined; limit: number },
): Promise<RollRow[]> {
  return inSnapshot(db, async (tx) => {
    const rows: RollRow[] = [];
    for await (const among of sliceLeasesInOrder(tx, { merchantId: period.merchantId, after, first: limit, most: leasesAtOnce })) {
      rows.push(...(await listRollOf(tx, period, among)));
      if (rows.length >= limit) break;
    }
    return rows.slice(0, limit);
  });
}

/** The rows of some leases in a rent roll, by property and unit. */
async function listRollOf(db: Transaction, period: RollPeriod, among: readonly string[]): Promise<RollRow[]> {
  return db.execute<RollRow>(sql`
    with ${rollOf(period, among)}
    select r.id, r.property, r.unit, ${tenantNamesIn(sql`r.id`, period)} as tenants,
      r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.opening as "openingCents", r.charged as "chargedCents", r.paid as "paidCents",
      r.credited as "creditedCents", r.written_off as "writtenOffCents", r.closing as "closingCents", r.deposit as "depositCents",
      r.came_later as "laterCents", (
        select t.rent_cents from ${leaseTerms} t where t.lease_id = r.id and t.from_period <= ${period.to}::date
        order by t.from_period desc, t.id desc limit 1) as "rentCents"
    from roll r order by search_text(r.property), ${naturalKey(sql`r.unit`)}, r.id`);
}

/** The figures of a property's leases in a period. */
interface PropertyFigures extends RollFigures {
  propertyId: string;
  property: string;
  leases: number;
}

/** Sums the figures of a whole rent roll for each property, in order of names, 1,000 leases per statement. Call it in a transaction with one snapshot. */
export async function sumRentRoll(db: Transaction, period: RollPeriod): Promise<PropertyFigures[]> {
  const sums = new Map<string, PropertyFigures>();
  for await (const among of sliceLeases(db, period.merchantId))
    for (const row of await sumRollOf(db, period, among)) sums.set(row.propertyId, addFigures(row, sums.get(row.propertyId)));
  return [...sums.values()];
}

/** Sums the figures of some leases for each property, in order of names. PostgreSQL returns sums as text, since they can exceed 32 bits. */
async function sumRollOf(db: DatabaseOrTransaction, period: RollPeriod, among: readonly string[]): Promise<PropertyFigures[]> {
  const rows = await db.execute<{ propertyId: string; property: string; leases: number } & Record<keyof RollFigures, string>>(sql`
    with ${rollOf(period, among)}
    select r.property_id as "propertyId", r.property, count(*)::integer as leases, sum(r.opening) as "openingCents", sum(r.charged) as "chargedCents", sum(r.paid) as "paidCents",
      sum(r.credited) as "creditedCents", sum(r.written_off) as "writtenOffCents", sum(r.closing) as "closingCents", sum(r.deposit) as "depositCents",
      sum(r.came_later) as "laterCents"
    from roll r group by r.property_id, r.property order by search_text(r.property), r.property_id`);
  return rows.map(({ propertyId, property, leases: count, ...sums }) => ({ propertyId, property, leases: count, ...toNumbers(sums) }));
}

function addFigures(row: PropertyFigures, sum: PropertyFigures | undefined): PropertyFigures {
  if (sum === undefined) return row;
  return {
    ...sum,
    leases: sum.leases + row.leases,
    openingCents: sum.openingCents + row.openingCents,
    chargedCents: sum.chargedCents + row.chargedCents,
    paidCents: sum.paidCents + row.paidCents,
    creditedCents: sum.creditedCents + row.creditedCents,
    writtenOffCents: sum.writtenOffCents + row.writtenOffCents,
    closingCents: sum.closingCents + row.closingCents,
    depositCents: sum.depositCents + row.depositCents,
    laterCents: sum.laterCents + row.laterCents,
  };
}

function toNumbers(sums: Record<keyof RollFigures, string>): RollFigures {
  return {
    openingCents: Number(sums.openingCents),
    chargedCents: Number(sums.chargedCents),
    paidCents: Number(sums.paidCents),
    creditedCents: Number(sums.creditedCents),
    writtenOffCents: Number(sums.writtenOffCents),
    closingCents: Number(sums.closingCents),
    depositCents: Number(sums.depositCents),
    laterCents: Number(sums.laterCents),
  };
}

/** The money received for a property in a month, and its part that pays deposits. */
interface Income {
  property: string;
  month: string;
  receivedCents: number;
  depositCents: number;
}

/**
 * Sums the money received for each property and month, and the part allocated to deposits, which are no income. Uses the days on which the books count it.
 * Money counts on its own day. An allocation to a deposit counts on the day when its cents came. Money taken from a deposit counts on the day of the refund or
 * act, or on the cents' own day where they left the chain. Allocations and removals after the close of their month count in the month that was open then.
 * Reads 1,000 leases per statement. Call it in a transaction with one snapshot.
 */
export async function sumIncome(db: Transaction, period: RollPeriod): Promise<Income[]> {
  const properties = new Map<string, Map<string, Income>>();
  for await (const among of sliceLeases(db, period.merchantId))
    for (const { propertyId, ...row } of await sumIncomeOf(db, period, among)) {
      const months = properties.get(propertyId) ?? new Map<string, Income>();
      const { receivedCents = 0, depositCents = 0 } = months.get(row.month) ?? {};
      months.set(row.month, { ...row, receivedCents: receivedCents + row.receivedCents, depositCents: depositCents + row.depositCents });
      properties.set(propertyId, months);
    }
  return [...properties.values()].flatMap((months) => [...months.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1)));
}

/**
 * The CTEs of the money received on the leases of the query `own`. `lines` has all lines of the period. `moved` has a row for each line of money. It also
 * has one for each part of that money that was allocated to a deposit or taken from one. Each is on the day on which the books count it. `is_recorded` is true
 * for money that was recorded by hand. Reads the deposits of leases on which one may count from the period on, and no others.
 */
function incomeOf({ merchantId, from, to }: RollPeriod, own: SQL): SQL {
  return sql`own as (
      ${own}
    ), ${closingOf(merchantId)}, put as (
      select o.property_id, a.cents, a.at, a.is_recorded,
        (coalesce(a.counts_at, case when a.cents > 0 then coalesce(a.arrived_at, a.money_arrived_at) else a.at end) at time zone o.time_zone)::date as day
      from own o cross join lateral (
        select a.cents, a.at, a.counts_at, a.arrived_at, k.arrived_at as money_arrived_at, k.kind = 'outside' as is_recorded from ${charges} c
        join ${leaseAllocations} a on a.charge_id = c.id join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('payment', 'outside')
        where c.lease_id = o.id and c.kind = 'deposit' offset 0
      ) a where o.deposits_moved_on >= ${from}::date
    ), booked as (
      select p.property_id, p.cents, p.is_recorded, greatest(p.day, (
        select (max(m.period) + interval '1 month')::date from ${monthCloses} m where m.merchant_id = ${merchantId} and m.reopened_at is null and m.closed_at < p.at
      )) as day from put p
    ), lines as (
      select o.property_id, o.deposits_moved_on, e.*
      from own o cross join closing g cross join lateral ${bookedLines(sql`o.id`, { merchantId, from, to })} e where e.booked_on between ${from}::date and ${to}::date
    ), moved as (
      select e.property_id, e.booked_on as day, -e.cents as received, 0 as deposits, k.kind = 'outside' as is_recorded
      from lines e cross join lateral ${creditOfLine} k where e.credit_id is not null and k.kind in ('payment', 'outside')
      union all select property_id, day, 0, cents, is_recorded from booked where day between ${from}::date and ${to}::date
    )`;
}

async function sumIncomeOf(db: DatabaseOrTransaction, period: RollPeriod, among: readonly string[]) {
  const own = sql`select l.id, l.time_zone, l.deposits_moved_on, un.property_id from ${leases} l join ${units} un on un.id = l.unit_id where ${isAmong(among)}`;
  const rows = await db.execute<{ propertyId: string; property: string; month: string; received: string; deposits: string }>(sql`
    with ${incomeOf(period, own)}
    select pr.id as "propertyId", pr.name as property, m.month, sum(m.received) as received, sum(m.deposits) as deposits
    from (
      select property_id, to_char(day, 'YYYY-MM') as month, sum(received) as received, sum(deposits) as deposits from moved group by 1, 2
    ) m join ${properties} pr on pr.id = m.property_id
    group by pr.id, m.month order by search_text(pr.name), pr.id, m.month`);
  return rows.map(({ propertyId, property, month, received, deposits }) => ({
    propertyId,
    property,
    month,
    receivedCents: Number(received),
    depositCents: Number(deposits),
  }));
}

/** The sums of a month for all leases of a merchant, in cents, without deposits. */
export interface Collected {
  /** Charges less what was voided. */
  billedCents: number;
  /** Money received through Hearth. */
  throughHearthCents: number;
  /** Money recorded by hand. */
  recordedCents: number;
}

/** The sums of a month without any. */
export const nothingCollected: Collected = { billedCents: 0, throughHearthCents: 0, recordedCents: 0 };

/**
 * Sums what was billed and received in a month, as the rent roll counts it, without deposits: its charges but for deposits, and its income. One statement that
 * reads each lease's lines of the month once, from an index alone, and deposits that moved since.
 */
export async function sumCollected(db: DatabaseOrTransaction, month: RollPeriod): Promise<Collected> {
  const [sums = nothingCollected] = await sumCollectedOf(db, month, sql`l.merchant_id = ${month.merchantId}`);
  return sums;
}

/** Sums the same for each month of a period that has any. Reads 1,000 leases per statement. Call it in a transaction with one snapshot. */
export async function sumCollectedByMonth(db: Transaction, period: RollPeriod): Promise<Map<string, Collected>> {
  const months = new Map<string, Collected>();
  for await (const among of sliceLeases(db, period.merchantId))
    for (const { month, ...sums } of await sumCollectedOf(db, period, isAmong(among))) {
      const before = months.get(month) ?? nothingCollected;
      months.set(month, {
        billedCents: before.billedCents + sums.billedCents,
        throughHearthCents: before.throughHearthCents + sums.throughHearthCents,
        recordedCents: before.recordedCents + sums.recordedCents,
      });
    }
  return months;
}

async function sumCollectedOf(db: DatabaseOrTransaction, period: RollPeriod, isMeant: SQL): Promise<(Collected & { month: string })[]> {
  const own = sql`select l.id, l.time_zone, l.deposits_moved_on, null::uuid as property_id from ${leases} l where ${isMeant}`;
  const rows = await db.execute<Record<keyof Collected | "month", string>>(sql`
    with ${incomeOf(period, own)}, billed as (
      select to_char(e.booked_on, 'YYYY-MM') as month, sum(e.cents) as cents from lines e
      where e.charge_id is not null and not (coalesce(e.deposits_moved_on >= ${period.from}::date, false)
        and exists (select from ${charges} c where c.id = e.charge_id and c.kind = 'deposit' offset 0))
      group by 1
    ), paid as (
      select to_char(day, 'YYYY-MM') as month, sum(received - deposits) filter (where not is_recorded) as through_hearth,
        sum(received - deposits) filter (where is_recorded) as recorded
      from moved group by 1
    )
    select month, coalesce(cents, 0) as "billedCents", coalesce(through_hearth, 0) as "throughHearthCents", coalesce(recorded, 0) as "recordedCents"
    from billed full join paid using (month)`);
  return rows.map(({ month, billedCents, throughHearthCents, recordedCents }) => ({
    month,
    billedCents: Number(billedCents),
    throughHearthCents: Number(throughHearthCents),
    recordedCents: Number(recordedCents),
  }));
}
