import type { Database, DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { type Collected, monthCloses } from "@hearth/db/schema/month-closes";
import { naturalKey } from "@hearth/db/natural-order";
import { leases } from "@hearth/db/schema/leases";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { tenantNamesIn } from "@hearth/db/tenants-at";
import { type SQL, sql } from "drizzle-orm";
import { inSlices } from "../../../in-slices.ts";
import { bookedLines, closingOf } from "./book-days.repo.ts";
import { sliceLeasesInOrder } from "./roll-order.repo.ts";

export interface RollPeriod {
  merchantId: string;
  from: string;
  to: string;
}

/** Leases that one statement of the books reads, so that its duration does not grow with the business. */
const leasesAtOnce = 1_000;

/** Reads from one snapshot with several statements. A year of tens of thousands of leases may take longer than a statement usually may, on a busy machine. */
export function inSnapshot<Answer>(db: Database, read: (tx: Transaction) => Promise<Answer>, { isYear = false } = {}): Promise<Answer> {
  const work = async (tx: Transaction) => {
    if (isYear) await tx.execute(sql`set local statement_timeout = '30s'`);
    return read(tx);
  };
  return db.transaction(work, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/** Yields the ids of a merchant's leases in order of their properties' names, 1,000 at a time. */
export async function* sliceLeases(db: DatabaseOrTransaction, merchantId: string): AsyncGenerator<string[]> {
  const own = await db.execute<{ id: string }>(sql`
    select l.id from ${leases} l join ${properties} pr on pr.id = l.property_id
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
 * Selects the leases of a merchant, or those of `leaseIds`, that have a part in a period. They ran within it without being undone, or had a balance or lines
 * in it. Lines count on the days on which the books count them. Today's balance is on the lease's row. The balance at the period's end is today's less the lines counted
 * later. So the query reads the lines from the period on, and no older lines. It adds the leases and the sums of their lines in one aggregate by lease. A join of both
 * became quadratic wherever the planner expected one lease, and it takes days that are newer than its statistics for rare.
 */
function rollOf({ merchantId, from, to }: RollPeriod, leaseIds?: readonly string[]): SQL {
  const isWithin = sql`e.booked_on between ${from}::date and ${to}::date`;
  return sql`${closingOf(merchantId)}, moved as (
      select e.lease_id, sum(e.cents) filter (where e.booked_on > ${to}::date) as later,
        sum(e.cents) filter (where ${isWithin} and (e.charge_id is not null or e.deposit_charge_id is not null)) as charged,
        sum(e.cents) filter (where ${isWithin} and e.credit_kind in ('payment', 'outside')) as money,
        sum(e.cents) filter (where ${isWithin} and e.credit_kind in ('credit', 'writeOff') and e.deposit_charge_id is null) as credited,
        sum(e.cents) filter (where ${isWithin} and e.credit_kind = 'writeOff') as written_off,
        sum(e.cents) filter (where e.booked_on > ${to}::date and e.effective_on between ${from}::date and ${to}::date) as came_later,
        bool_or(${isWithin}) as has_lines
      from closing g cross join lateral ${bookedLines({ merchantId, from, to: null, leaseIds })} e group by e.lease_id
    ), figured as (
      select f.id, any_value(f.unit_id) as unit_id, any_value(f.property_id) as property_id, min(f.starts_on) as starts_on, min(f.ends_on) as ends_on,
        min(f.undone_at) as undone_at, coalesce(sum(f.balance), 0)::float8 as balance, coalesce(sum(f.held_cents), 0)::float8 as deposit,
        coalesce(sum(f.later), 0)::float8 as later, coalesce(sum(f.charged), 0)::float8 as charged, coalesce(0 - sum(f.money), 0)::float8 as paid,
        coalesce(0 - sum(f.credited), 0)::float8 as credited, coalesce(0 - sum(f.written_off), 0)::float8 as written_off,
        coalesce(sum(f.came_later), 0)::float8 as came_later, coalesce(bool_or(f.has_lines), false) as has_lines
      from (
        select l.id, l.unit_id, l.property_id, l.starts_on, l.ends_on, l.undone_at, l.open_cents - l.unused_cents as balance, l.held_cents, null::numeric as later,
          null::numeric as charged, null::numeric as money, null::numeric as credited, null::numeric as written_off, null::numeric as came_later, null::boolean as has_lines
        from ${leases} l where l.merchant_id = ${merchantId} and ${leaseIds === undefined ? sql`true` : isAmong(leaseIds)}
        union all
        select lease_id, null, null, null, null, null, null, null, later, charged, money, credited, written_off, came_later, has_lines from moved
      ) f group by f.id
    ), roll as (
      select s.*, s.closing - s.charged + s.paid + s.credited as opening from (select f.*, f.balance - f.later as closing from figured f) s
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
    select r.id, p.property, p.unit, ${tenantNamesIn(sql`r.id`, period)} as tenants,
      r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.opening as "openingCents", r.charged as "chargedCents", r.paid as "paidCents",
      r.credited as "creditedCents", r.written_off as "writtenOffCents", r.closing as "closingCents", r.deposit as "depositCents",
      r.came_later as "laterCents", (
        select t.rent_cents from ${leaseTerms} t where t.lease_id = r.id and t.from_period <= ${period.to}::date
        order by t.from_period desc, t.id desc limit 1) as "rentCents"
    from roll r cross join lateral (
      select pr.name as property, un.name as unit from ${units} un join ${properties} pr on pr.id = un.property_id where un.id = r.unit_id offset 0
    ) p order by search_text(p.property), ${naturalKey(sql`p.unit`)}, r.id`);
}

/** The figures of a property's leases in a period. */
interface PropertyFigures extends RollFigures {
  propertyId: string;
  property: string;
  leases: number;
}

/** Sums the figures of a whole rent roll for each property, in order of names. One statement. PostgreSQL returns sums as text, since they can exceed 32 bits. */
export async function sumRentRoll(db: DatabaseOrTransaction, period: RollPeriod): Promise<PropertyFigures[]> {
  const rows = await db.execute<{ propertyId: string; property: string; leases: number } & Record<keyof RollFigures, string>>(sql`
    with ${rollOf(period)}
    select pr.id as "propertyId", pr.name as property, r.leases, r.opening as "openingCents", r.charged as "chargedCents", r.paid as "paidCents",
      r.credited as "creditedCents", r.written_off as "writtenOffCents", r.closing as "closingCents", r.deposit as "depositCents", r.came_later as "laterCents"
    from (
      select r.property_id, count(*)::integer as leases, sum(r.opening) as opening, sum(r.charged) as charged, sum(r.paid) as paid, sum(r.credited) as credited,
        sum(r.written_off) as written_off, sum(r.closing) as closing, sum(r.deposit) as deposit, sum(r.came_later) as came_later
      from roll r group by r.property_id
    ) r join ${properties} pr on pr.id = r.property_id order by search_text(pr.name), pr.id`);
  return rows.map(({ propertyId, property, leases: count, ...sums }) => ({ propertyId, property, leases: count, ...toNumbers(sums) }));
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

/**
 * The CTEs of the money received by a merchant. `lines` has all lines of the period. `deposits` has each part of their money that was allocated to a deposit or taken
 * from one. Each is on the day on which the books count it. `is_recorded` is true for money that was recorded by hand. Reads the deposits of leases on which one may
 * count from the period on, and no others.
 */
function incomeOf({ merchantId, from, to }: RollPeriod): SQL {
  return sql`${closingOf(merchantId)}, own as materialized (
      select l.id, l.time_zone from ${leases} l where l.merchant_id = ${merchantId} and l.deposits_moved_on >= ${from}::date
    ), put as (
      select o.id as lease_id, a.cents, a.at, a.is_recorded,
        (coalesce(a.counts_at, case when a.cents > 0 then coalesce(a.arrived_at, a.money_arrived_at) else a.at end) at time zone o.time_zone)::date as day
      from own o cross join lateral (
        select a.cents, a.at, a.counts_at, a.arrived_at, k.arrived_at as money_arrived_at, k.kind = 'outside' as is_recorded from ${charges} c
        join ${leaseAllocations} a on a.charge_id = c.id join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('payment', 'outside')
        where c.lease_id = o.id and c.kind = 'deposit' offset 0
      ) a
    ), deposits as (
      select d.* from (
        select p.lease_id, p.cents, p.is_recorded, greatest(p.day, (
          select (max(m.period) + interval '1 month')::date from ${monthCloses} m where m.merchant_id = ${merchantId} and m.reopened_at is null and m.closed_at < p.at
        )) as booked_on from put p
      ) d where d.booked_on between ${from}::date and ${to}::date
    ), lines as (
      select e.* from closing g cross join lateral ${bookedLines({ merchantId, from, to })} e where e.booked_on between ${from}::date and ${to}::date
    )`;
}

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
 * One statement. Finds the property of each lease in an aggregate, as `rollOf` does.
 */
export async function sumIncome(db: DatabaseOrTransaction, period: RollPeriod): Promise<Income[]> {
  const rows = await db.execute<{ property: string; month: string; received: string; deposits: string }>(sql`
    with ${incomeOf(period)}, monthly as (
      select m.lease_id, date_trunc('month', m.booked_on::timestamp) as month, sum(m.received) as received, sum(m.deposits) as deposits from (
        select lease_id, booked_on, -cents as received, 0 as deposits from lines where credit_kind in ('payment', 'outside')
        union all select lease_id, booked_on, 0, cents from deposits
      ) m group by 1, 2
    ), placed as (
      select x.month, x.received, x.deposits, any_value(x.property_id) over (partition by x.lease_id) as property_id from (
        select lease_id, month, received, deposits, null::uuid as property_id from monthly
        union all select l.id, null, null, null, l.property_id from ${leases} l where l.merchant_id = ${period.merchantId}
      ) x
    )
    select pr.name as property, to_char(m.month, 'YYYY-MM') as month, m.received, m.deposits
    from (
      select property_id, month, sum(received) as received, sum(deposits) as deposits from placed where month is not null group by 1, 2
    ) m join ${properties} pr on pr.id = m.property_id order by search_text(pr.name), pr.id, m.month`);
  return rows.map(({ property, month, received, deposits }) => ({
    property,
    month,
    receivedCents: Number(received),
    depositCents: Number(deposits),
  }));
}

/** The sums of a month without any. */
export const nothingCollected: Collected = { billedCents: 0, throughHearthCents: 0, recordedCents: 0 };

/**
 * Sums what was billed and received in each month of a period that has any, as the rent roll counts it, without deposits. These are its charges but for deposits,
 * and its income. One statement that reads the lines of these months from one piece of an index, and deposits that moved since.
 */
export async function sumCollected(db: DatabaseOrTransaction, period: RollPeriod): Promise<Map<string, Collected>> {
  const rows = await db.execute<Record<keyof Collected | "month", string>>(sql`
    with ${incomeOf(period)}, daily as (
      select booked_on, sum(cents) filter (where charge_id is not null and charge_id not in (
          select c.id from own o cross join lateral (select c.id from ${charges} c where c.lease_id = o.id and c.kind = 'deposit' offset 0) c)) as billed,
        -sum(cents) filter (where credit_kind = 'payment') as through_hearth, -sum(cents) filter (where credit_kind = 'outside') as recorded
      from lines group by booked_on
      union all
      select booked_on, 0, -sum(cents) filter (where not is_recorded), -sum(cents) filter (where is_recorded) from deposits group by booked_on
    )
    select to_char(booked_on, 'YYYY-MM') as month, coalesce(sum(billed), 0) as "billedCents", coalesce(sum(through_hearth), 0) as "throughHearthCents",
      coalesce(sum(recorded), 0) as "recordedCents"
    from daily group by 1`);
  const sums = rows.map(({ month, billedCents, throughHearthCents, recordedCents }) => ({
    month,
    billedCents: Number(billedCents),
    throughHearthCents: Number(throughHearthCents),
    recordedCents: Number(recordedCents),
  }));
  return new Map(sums.map(({ month, ...collected }) => [month, collected]));
}
