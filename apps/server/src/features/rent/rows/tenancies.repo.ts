import type { DatabaseOrTransaction } from "@hearth/db/client";
import { naturalKey } from "@hearth/db/natural-order";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseNames } from "@hearth/db/schema/lease-names";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases } from "@hearth/db/schema/leases";
import { properties } from "@hearth/db/schema/properties";
import { rentReminders } from "@hearth/db/schema/rent-reminders";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { transfers } from "@hearth/db/schema/transfers";
import { units } from "@hearth/db/schema/units";
import { searchText, wordsMatch } from "@hearth/db/search";
import { rentsAt } from "@hearth/db/tenants-at";
import { type TenancyOrder, type TenancySort } from "@hearth/domain/rent/inputs";
import { mostFound, readTenantSearch } from "@hearth/domain/rent/tenant-search";
import { type SQL, sql } from "drizzle-orm";
import {
  byTermsOf,
  isInState,
  isListed,
  mayBeIn,
  standingOf,
  type StandingState,
  standingsOf,
  tenantFacts,
  type TenantStanding,
} from "./standings.repo.ts";

/** A row's place in a sort: a day, an amount in cents, or names. */
export type TenancyPlace = string | number | string[];

/** A lease as a row of its merchant's list. */
export interface TenancyRow {
  [column: string]: unknown;
  id: string;
  propertyId: string;
  property: string;
  unit: string;
  tenants: string[];
  startsOn: string;
  endsOn: string | null;
  timeZone: string;
  /** The monthly rent by the terms of today, or of the first month to come. */
  rentCents: number;
  owedCents: number;
  lateCents: number;
  creditCents: number;
  openDepositCents: number;
  /** Money held for deposits. */
  heldCents: number;
  isOver: boolean;
  dueOn: string | null;
  daysLate: number;
  /** The last money paid. */
  lastPaid: { on: string; cents: number } | null;
  /** True when a tenant has signed scheduled payments for rent to come. */
  hasAutopay: boolean;
  standing: TenantStanding;
  /** The day of the last reminder in the lease's time zone. */
  remindedOn: string | null;
  /** ISO 8601 with time zone. */
  updatedAt: string;
  /** The row's place in the list's order. */
  place: TenancyPlace;
}

/** Selects leases of a merchant, or of one of its properties. */
export interface TenancyFilter {
  merchantId: string;
  propertyId: string | undefined;
  state: StandingState;
  /** Only these leases. */
  ids?: readonly string[] | undefined;
  now: Date;
}

/** A sort: its key for a lease `s`, the place of a row with that `key`, unit `un` and property `pr` as JSON, and the key of such a place. */
interface SortKey {
  key: SQL;
  place: SQL;
  keyOf(place: TenancyPlace): SQL;
}

const byDay = (key: SQL): SortKey => ({ key, place: sql`to_json(s.key)`, keyOf: (place) => sql`${String(place)}::text::date` });
const byAmount = (key: SQL): SortKey => ({ key, place: sql`to_json(s.key)`, keyOf: (place) => sql`${Number(place)}::bigint` });
const names = (place: TenancyPlace): string[] => (Array.isArray(place) ? place : []);

/** Of two properties with one place in the natural order, the name decides, so that their units stay together. */
const placeOfUnit = (property: SQL, unit: SQL): SQL => sql`array[${naturalKey(property)}, ${searchText(property)}, ${naturalKey(unit)}]`;

const sortKeys: Record<TenancySort, SortKey> = {
  longest: byDay(sql`s.place`),
  unit: {
    key: sql`s.unit_key`,
    place: sql`json_build_array(pr.name, un.name)`,
    keyOf: (place) => placeOfUnit(sql`${names(place)[0] ?? ""}::text`, sql`${names(place)[1] ?? ""}::text`),
  },
  tenant: { key: sql`s.tenant_key`, place: sql`json_build_array(s.tenant_key)`, keyOf: (place) => sql`${names(place)[0] ?? ""}::text` },
  pastDue: byAmount(sql`s.past_due_cents`),
  balance: byAmount(sql`(s.open_cents - s.unused_cents)`),
  lastPaid: byDay(sql`coalesce(s.last_paid_on, '-infinity')`),
  ends: byDay(sql`coalesce(s.ends_on, 'infinity')`),
};

/** Selects at most one lease more than a search reads. */
const limited = sql.raw(`limit ${mostFound + 1}`);

/**
 * Queries of the ids of a merchant's leases that a search matches: by their names, their balance, their last payment, or a transaction that paid them. Each follows
 * an index of its own.
 */
function searched({ merchantId, propertyId }: Wanted, search: string): SQL[] {
  const { text, cents, txHash } = readTenantSearch(search);
  const isOfProperty = propertyId === undefined ? sql`true` : sql`l.property_id = ${propertyId}::uuid`;
  const byAmount = (amount: SQL) =>
    cents === null || cents <= 0
      ? []
      : sql`select l.id from ${leases} l where l.merchant_id = ${merchantId} and ${amount} = ${cents}::bigint and ${isOfProperty}`;
  const named =
    propertyId === undefined
      ? sql`select n.lease_id as id from ${leaseNames} n where n.merchant_id = ${merchantId}`
      : sql`select n.lease_id as id from (${ofProperty({ merchantId, propertyId })}) l join ${leaseNames} n on n.lease_id = l.id where true`;
  const parts = [
    sql`${named} and ${wordsMatch(sql`n.words`, text)}`,
    byAmount(sql`(l.open_cents - l.unused_cents)`),
    byAmount(sql`l.last_paid_cents`),
    sql`select k.lease_id from ${transfers} tr join ${leaseCredits} k on k.payment_id = tr.payment_id where lower(tr.tx_hash) = ${txHash}`,
  ];
  return parts.flat();
}

interface Wanted {
  merchantId: string;
  propertyId: string | undefined;
}

/** Selects the ids of a property's leases, by its units. */
const ofProperty = ({ merchantId, propertyId }: Wanted): SQL =>
  sql`select l.id from ${units} un join ${leases} l on l.unit_id = un.id where un.property_id = ${propertyId}::uuid and l.merchant_id = ${merchantId}`;

/**
 * Selects the ids of leases that may be in a state of few leases. Null for a state of most leases. The order and `isListed` keep PostgreSQL from searching the
 * whole of another index.
 */
function ofState(merchantId: string, state: StandingState, now: Date): SQL | null {
  const own = sql`select l.id from ${leases} l where l.merchant_id = ${merchantId} and ${isListed}`;
  if (state === "late" || state === "owing") return sql`${own} and l.owed_since < date '9999-12-31' order by l.owed_since`;
  const endsOn = sql`coalesce(l.ends_on, 'infinity')`;
  const mayBe = mayBeIn(state, now, endsOn);
  return mayBe && sql`${own} and ${mayBe} order by ${endsOn}`;
}

/**
 * Finds the leases that a filter is about by an index, where they are few, so that no list looks through all leases for them. `ids` is undefined where they are
 * many or all. A search has at most `mostFound` leases, and `isCut` is true where it matches more. One statement, or none for a filter of most leases.
 */
export async function findFew(
  db: DatabaseOrTransaction,
  {
    merchantId,
    propertyId,
    state,
    search,
    now,
  }: Pick<TenancyFilter, "merchantId" | "propertyId" | "state" | "now"> & { search: string | undefined },
): Promise<{ ids: string[] | undefined; isCut: boolean }> {
  const one = propertyId === undefined ? ofState(merchantId, state, now) : ofProperty({ merchantId, propertyId });
  const parts = search ? searched({ merchantId, propertyId }, search) : one === null ? [] : [one];
  if (parts.length === 0) return { ids: undefined, isCut: false };
  const each = parts.map((part) => sql`(${part} ${limited})`);
  const rows = await db.execute<{ id: string }>(sql`select f.id from (${sql.join(each, sql` union `)}) f order by f.id ${limited}`);
  const isCut = rows.length > mostFound;
  const ids = rows.slice(0, mostFound).map(({ id }) => id);
  return search ? { ids, isCut } : { ids: isCut ? undefined : ids, isCut: false };
}

/** The columns of `lease_names` that lists are sorted by. A list reads its column alone, so that its index has all that it reads. */
const nameKeys: Partial<Record<TenancySort, SQL>> = { unit: sql`n.unit_key`, tenant: sql`n.tenant_key` };

/**
 * The last day of a lease as the index of each order names it, which is `l.ends_on` where it is missing here. The names differ where PostgreSQL would otherwise
 * find a state by another index than the order's, and sort all leases in it.
 */
const lastDays: Partial<Record<TenancySort, SQL>> = {
  ends: sql`coalesce(l.ends_on, 'infinity')`,
  unit: sql`coalesce(n.ends_on, 'infinity')`,
  tenant: sql`n.ends_on`,
};

/** The CTEs that a filter of leases starts with, and its condition on the leases `s`. Sums have no order. */
function selected(
  { merchantId, propertyId, state, ids, now }: TenancyFilter,
  { sort, isInlined }: { sort: TenancySort | null; isInlined: boolean },
): { standings: SQL; where: SQL } {
  const nameKey = sort === null ? undefined : nameKeys[sort];
  const endsOn = (sort !== null && lastDays[sort]) || sql`l.ends_on`;
  const mayBe = (ids === undefined && mayBeIn(state, now, endsOn)) || sql`true`;
  const isOfProperty = propertyId === undefined ? sql`true` : sql`l.property_id = ${propertyId}::uuid`;
  const isOneOf = (id: SQL) => (ids === undefined ? sql`true` : sql`${id} = any(${sql.param([...ids])}::uuid[])`);
  const isOwn = sql`l.merchant_id = ${merchantId} and ${isOfProperty}`;
  const where = isInState[state];
  if (nameKey === undefined)
    return { standings: standingsOf(sql`${isOwn} and ${mayBe} and ${isOneOf(sql`l.id`)}`, now, { isInlined }), where };
  // Without MATERIALIZED, the plan for unknown values reads one of both tables again for each row of the other.
  const from =
    ids === undefined
      ? sql`${leaseNames} n cross join lateral (select l.* from ${leases} l where l.id = n.lease_id offset 0) l`
      : sql`(with n as materialized (select ${nameKey}, n.lease_id, n.merchant_id from ${leaseNames} n where ${isOneOf(sql`n.lease_id`)}) select * from n) n
        join (with l as materialized (select l.* from ${leases} l where ${isOwn} and ${isOneOf(sql`l.id`)}) select * from l) l on l.id = n.lease_id`;
  return {
    standings: standingsOf(sql`n.merchant_id = ${merchantId} and ${mayBe} and ${ids === undefined ? isOwn : sql`true`}`, now, {
      from,
      columns: sql`, ${nameKey}, n.lease_id`,
      isJoined: ids !== undefined,
    }),
    where,
  };
}

/** The amounts of leases in a state by which an order's index finds them. Leases that owe nothing have no balance and nothing past due. */
const amountsOf: Partial<Record<TenancySort, Partial<Record<StandingState, SQL>>>> = {
  pastDue: { late: sql`> 0`, settled: sql`= 0` },
  balance: { settled: sql`<= 0` },
};

/**
 * The leases of a list as parts with a key each. Past due cents are kept on the row of a lease and follow an index, for a while. Leases of which they are to be
 * counted again are few: only those that had a charge due since the job's last run.
 */
function partsOf(sort: TenancySort, state: StandingState): { where: SQL; key: SQL }[] {
  const { key } = sortKeys[sort];
  const amount = amountsOf[sort]?.[state];
  const isInPart = amount === undefined ? sql`true` : sql`${key} ${amount}`;
  if (sort !== "pastDue") return [{ where: isInPart, key }];
  return [
    { where: sql`s.is_kept and ${isInPart}`, key },
    { where: sql`not s.is_kept`, key: sql`s.late::bigint` },
  ];
}

/**
 * A page of a merchant's leases in an order. Reads their money and their last payment from their rows, by the order's index. Reads the past due charges of leases that have some. Looks up all else for the
 * page's leases alone, once in each table. A look-up for each lease would read the upper levels of an index each time, which MATERIALIZED prevents. The limit is
 * the last value, so that `nameStatements` can inline it.
 */
export async function listTenancies(
  db: DatabaseOrTransaction,
  {
    after,
    limit,
    sort,
    order,
    ...filter
  }: TenancyFilter & { sort: TenancySort; order: TenancyOrder; after: { place: TenancyPlace; id: string } | undefined; limit: number },
) {
  const { now } = filter;
  const nameKey = nameKeys[sort];
  const parts = partsOf(sort, filter.state);
  const { standings, where } = selected(filter, { sort, isInlined: parts.length > 1 });
  const id = nameKey === undefined ? sql`s.id` : sql`s.lease_id`;
  const { place, keyOf } = sortKeys[sort];
  const isDescending = order === "descending";
  const beyond = isDescending ? sql`<` : sql`>`;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const partOf = ({ where: isOfPart, key }: { where: SQL; key: SQL }) => {
    const isAfter = after === undefined ? sql`true` : sql`(${key}, ${id}) ${beyond} (${keyOf(after.place)}, ${after.id}::uuid)`;
    return sql`(
      select s.*, ${key} as key, ${now.toISOString()}::timestamptz as now
      from standing s where ${where} and ${isOfPart} and ${isAfter} order by ${key} ${direction}, ${id} ${direction} limit ${limit}
    )`;
  };
  const [whole = sql``, ...others] = parts.map(partOf);
  const page =
    others.length === 0
      ? whole
      : sql`(
      select s.* from (${sql.join([whole, ...others], sql` union all `)}) s order by s.key ${direction}, ${id} ${direction} limit ${limit}
    )`;
  const ofPage = sql`lease_id = any(array(select p.id from page p))`;
  return db.execute<TenancyRow>(sql`
    with ${standings}, page as ${page}, unit as materialized (
      select un.id, un.name, un.property_id from ${units} un where un.id = any(array(select p.unit_id from page p))
    ), property as materialized (
      select pr.id, pr.name from ${properties} pr where pr.id = any(array(select distinct u.property_id from unit u))
    ), tenant as materialized (
      select t.id, t.lease_id, t.name, t.user_id, t.ended_at from ${leaseTenants} t where t.${ofPage}
    ), terms as materialized (
      select t.lease_id, t.from_period, t.id, t.rent_cents from ${leaseTerms} t where t.${ofPage}
    ), facts as materialized (
      select p.id as lease_id, ${tenantFacts(rentsAt(sql`p.now`), sql`p.now`)} from page p join tenant t on t.lease_id = p.id group by p.id
    ), rent as materialized (
      select distinct on (p.id) p.id as lease_id, t.rent_cents from page p join terms t on t.lease_id = p.id order by p.id, ${byTermsOf(sql`p.today`)}
    ), autopay as materialized (
      select distinct q.lease_id from ${scheduledPayments} q where q.status in ('ready', 'sent') and q.${ofPage}
    ), reminder as materialized (
      select r.lease_id, max(r.sent_at) as sent_at from ${rentReminders} r where r.${ofPage} group by r.lease_id
    )
    select s.id, pr.id as "propertyId", pr.name as property, un.name as unit, coalesce(t.names, '{}') as tenants,
      s.starts_on::text as "startsOn", s.ends_on::text as "endsOn", s.time_zone as "timeZone", rent.rent_cents as "rentCents",
      s.cents as "owedCents", s.late as "lateCents", s.credit as "creditCents", s.open_deposit as "openDepositCents", s.held as "heldCents",
      s.is_over as "isOver", s.due_on::text as "dueOn", greatest(0, s.today - s.due_on)::integer as "daysLate",
      case when s.last_paid_on is not null then json_build_object('on', s.last_paid_on, 'cents', s.last_paid_cents) end as "lastPaid",
      q.lease_id is not null as "hasAutopay", ${standingOf(sql`q.lease_id is not null`)} as standing,
      (r.sent_at at time zone s.time_zone)::date::text as "remindedOn", to_json(s.updated_at) #>> '{}' as "updatedAt", ${place} as place
    from page s join unit un on un.id = s.unit_id join property pr on pr.id = un.property_id left join facts t on t.lease_id = s.id
      left join rent on rent.lease_id = s.id left join autopay q on q.lease_id = s.id left join reminder r on r.lease_id = s.id
    order by s.key ${direction}, s.id ${direction}`);
}

/** The most leases that sums count. */
export const mostCounted = 500;

/** Conditions of states for a lease `s` that name no index. PostgreSQL then finds the leases to add up by both indexes of money, and reads each page once. */
const owes: Partial<Record<StandingState, SQL>> = { late: sql`s.late > 0`, owing: sql`s.cents > 0` };

/**
 * The sums over all leases of a filter, in cents, and their number up to one more than `mostCounted`. One statement. Adds up the leases with a balance or a credit,
 * which indexes find, because no other lease adds to a sum.
 */
export async function sumTenancies(db: DatabaseOrTransaction, filter: TenancyFilter) {
  const { standings, where } = selected(filter, { sort: null, isInlined: true });
  const hasMoney = sql`(s.owed_since < date '9999-12-31' or (s.open_cents - s.unused_cents) < 0)`;
  const [row] = await db.execute<{ leases: number; pastDueLeases: number; lateCents: number; owedCents: number; creditCents: number }>(sql`
    with ${standings}
    select (select count(*)::integer from (select from standing s where ${where} limit ${sql.raw(String(mostCounted + 1))}) c) as leases,
      (count(*) filter (where s.late > 0))::integer as "pastDueLeases", coalesce(sum(s.late), 0)::float8 as "lateCents",
      coalesce(sum(s.cents), 0)::float8 as "owedCents", coalesce(sum(s.credit), 0)::float8 as "creditCents"
    from standing s where ${owes[filter.state] ?? where} and ${hasMoney}`);
  if (row === undefined) throw new Error("The sums of leases were not read");
  return row;
}
