import type { DatabaseOrTransaction } from "@hearth/db/client";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseNames } from "@hearth/db/schema/lease-names";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { merchantMatches, wordsMatch } from "@hearth/db/search";
import { rentsAt } from "@hearth/db/tenants-at";
import { parsePublicId } from "@hearth/domain/ids";
import { mostFound } from "@hearth/domain/rent/tenant-search";
import { and, type SQL, sql } from "drizzle-orm";

/** A lease as a row of the administrators' list. */
export interface AnyLeaseRow {
  [column: string]: unknown;
  id: string;
  merchantId: string;
  merchant: string;
  property: string;
  unit: string;
  tenants: string[];
  startsOn: string;
  endsOn: string | null;
  owedCents: number;
  hasAutopay: boolean;
}

/** The filter: one merchant or all, and the leases that a search found. */
interface LeasesSought {
  merchantId: string | null;
  ids: readonly string[] | undefined;
}

/** A page of all merchants' leases, the newest first. Reads what is open from their rows, and looks up all else for the page's leases alone, once in each table. */
export async function listAllLeases(
  db: DatabaseOrTransaction,
  { merchantId, ids, after, limit, now }: LeasesSought & { after: string | undefined; limit: number; now: Date },
) {
  const isMeant = and(
    merchantId === null ? undefined : sql`l.merchant_id = ${merchantId}`,
    after === undefined ? undefined : sql`l.id < ${after}`,
    ids === undefined ? undefined : sql`l.id = any(${sql.param([...ids])}::uuid[])`,
  );
  const ofPage = sql`lease_id = any(array(select p.id from page p))`;
  return db.execute<AnyLeaseRow>(sql`
    with page as materialized (
      select l.id, l.merchant_id, l.unit_id, l.starts_on, l.ends_on, l.open_cents from ${leases} l where ${isMeant ?? sql`true`} order by l.id desc limit ${limit}
    ), unit as materialized (
      select un.id, un.name, un.property_id from ${units} un where un.id = any(array(select p.unit_id from page p))
    ), property as materialized (
      select pr.id, pr.name from ${properties} pr where pr.id = any(array(select distinct u.property_id from unit u))
    ), merchant as materialized (
      select m.id, m.name from ${merchants} m where m.id = any(array(select distinct p.merchant_id from page p))
    ), tenant as materialized (
      select t.lease_id, array_agg(t.name order by t.id) as names from ${leaseTenants} t where t.${ofPage} and ${rentsAt(now)} group by t.lease_id
    ), autopay as materialized (
      select distinct q.lease_id from ${scheduledPayments} q where q.status in ('ready', 'sent') and q.${ofPage}
    )
    select l.id, m.id as "merchantId", m.name as merchant, pr.name as property, un.name as unit, l.starts_on::text as "startsOn", l.ends_on::text as "endsOn",
      coalesce(t.names, '{}') as tenants, l.open_cents::float8 as "owedCents", q.lease_id is not null as "hasAutopay"
    from page l join unit un on un.id = l.unit_id join property pr on pr.id = un.property_id join merchant m on m.id = l.merchant_id
      left join tenant t on t.lease_id = l.id left join autopay q on q.lease_id = l.id
    order by l.id desc`);
}

/**
 * Finds at most `mostFound` leases that match these words: by the names of the unit, its property and the tenants, by the landlord, or by the lease's id. Each
 * follows an index of its own. `isCut` is true where more leases match.
 */
export async function findAmongAll(
  db: DatabaseOrTransaction,
  { merchantId, search }: { merchantId: string | null; search: string },
): Promise<{ ids: string[]; isCut: boolean }> {
  const limited = sql.raw(`limit ${mostFound + 1}`);
  const isOf = (id: SQL) => (merchantId === null ? sql`true` : sql`${id} = ${merchantId}`);
  const found = [
    sql`select l.id from ${leases} l where l.id = ${parsePublicId("lease", search)}::uuid and ${isOf(sql`l.merchant_id`)}`,
    sql`select n.lease_id from ${leaseNames} n where ${wordsMatch(sql`n.words`, search)} and ${isOf(sql`n.merchant_id`)}`,
    sql`select l.id from ${merchants} cross join lateral (select l.id from ${leases} l where l.merchant_id = ${merchants.id} ${limited}) l
      where ${merchantMatches(search)} and ${isOf(sql`${merchants.id}`)}`,
  ];
  const each = found.map((part) => sql`(${part} ${limited})`);
  const rows = await db.execute<{ id: string }>(
    sql`select f.id from (${sql.join(each, sql` union `)}) f (id) order by f.id desc ${limited}`,
  );
  return { ids: rows.slice(0, mostFound).map(({ id }) => id), isCut: rows.length > mostFound };
}
