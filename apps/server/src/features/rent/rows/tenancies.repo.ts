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
import { pattern, searchText } from "@hearth/db/search";
import { rentsAt } from "@hearth/db/tenants-at";
import type { TenancyOrder, TenancySort } from "@hearth/domain/rent/inputs";
import { readTenantSearch } from "@hearth/domain/rent/tenant-search";
import { type SQL, sql } from "drizzle-orm";
import { byTermsOf, isInState, standingOf, type StandingState, standingsOf, tenantFacts, type TenantStanding } from "./standings.repo.ts";

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
  search: string | undefined;
  /** Only these leases. */
  ids?: readonly string[];
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

/**
 * A subquery of the ids of a merchant's leases that a search matches: by their names, their balance, their last payment, or a transaction that paid them. Each kind
 * follows an index of its own, but an amount reads the row of each lease.
 */
function searched(merchantId: string, search: string): SQL {
  const { text, cents, txHash } = readTenantSearch(search);
  const ofMerchant = sql`from ${leases} l where l.merchant_id = ${merchantId}`;
  const parts = [
    sql`select n.lease_id from ${leaseNames} n where n.merchant_id = ${merchantId} and n.words like ${pattern(text)}`,
    cents === null
      ? []
      : sql`select l.id ${ofMerchant} and ${cents}::bigint in (nullif(greatest(0, l.open_cents - l.unused_cents), 0), l.last_paid_cents)`,
    sql`select k.lease_id from ${transfers} tr join ${leaseCredits} k on k.payment_id = tr.payment_id where lower(tr.tx_hash) = ${txHash}`,
  ];
  return sql.join(parts.flat(), sql` union all `);
}

/** The states of most leases. A page of them by name follows the index of the names. Leases of other states are found first and then sorted. */
const usualStates: ReadonlySet<StandingState> = new Set<StandingState>(["any", "all", "running", "settled"]);

/** The CTEs that a filter of leases starts with, and its condition on the leases `s`. With `isNamed`, the leases have the keys of their names. */
function selected(
  { merchantId, propertyId, state, search, ids, now }: TenancyFilter,
  { isNamed, isInlined }: { isNamed: boolean; isInlined: boolean },
): { standings: SQL; where: SQL } {
  const isOfProperty = propertyId === undefined ? sql`true` : sql`l.property_id = ${propertyId}::uuid`;
  const isMeant = ids === undefined ? sql`true` : sql`l.id = any(${sql.param([...ids])}::uuid[])`;
  const isFound = search ? sql`l.id = any(array(${searched(merchantId, search)}))` : sql`true`;
  const isAmong = sql`l.merchant_id = ${merchantId} and ${isOfProperty} and ${isMeant} and ${isFound}`;
  const isInOrder = usualStates.has(state) && !search && ids === undefined;
  const named = isInOrder
    ? sql`${leaseNames} n cross join lateral (select l.* from ${leases} l where l.id = n.lease_id offset 0) l`
    : sql`${leases} l join ${leaseNames} n on n.lease_id = l.id`;
  return {
    standings: isNamed
      ? standingsOf(sql`n.merchant_id = ${merchantId} and ${isAmong}`, now, {
          from: named,
          columns: sql`, n.tenant_key, n.unit_key, n.lease_id`,
        })
      : standingsOf(isAmong, now, { isInlined }),
    where: isInState[state],
  };
}

/**
 * The leases of a list as parts with a key each. Past due cents are kept on the row of a lease and follow an index, for a while. Leases of which they are to be
 * counted again are few: only those that had a charge due since the job's last run.
 */
function partsOf(sort: TenancySort, state: StandingState): { where: SQL; key: SQL }[] {
  const { key } = sortKeys[sort];
  if (sort !== "pastDue") return [{ where: sql`true`, key }];
  const isPositive = state === "late" ? sql`${key} > 0` : sql`true`;
  return [
    { where: sql`s.is_kept and ${isPositive}`, key },
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
  const isNamed = sort === "unit" || sort === "tenant";
  const parts = partsOf(sort, filter.state);
  const { standings, where } = selected(filter, { isNamed, isInlined: parts.length > 1 });
  const id = isNamed ? sql`s.lease_id` : sql`s.id`;
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

/** The sums over all leases of a filter, in cents. One statement that reads what a page of the list reads. */
export async function sumTenancies(db: DatabaseOrTransaction, filter: TenancyFilter) {
  const { standings, where } = selected(filter, { isNamed: false, isInlined: false });
  const [row] = await db.execute<{ leases: number; pastDueLeases: number; lateCents: number; owedCents: number; creditCents: number }>(sql`
    with ${standings}
    select count(*)::integer as leases, (count(*) filter (where s.late > 0))::integer as "pastDueLeases", coalesce(sum(s.late), 0)::float8 as "lateCents",
      coalesce(sum(s.cents), 0)::float8 as "owedCents", coalesce(sum(s.credit), 0)::float8 as "creditCents"
    from standing s where ${where}`);
  if (row === undefined) throw new Error("The sums of leases were not read");
  return row;
}
