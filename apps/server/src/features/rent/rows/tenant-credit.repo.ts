import type { DatabaseOrTransaction } from "@hearth/db/client";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseNames } from "@hearth/db/schema/lease-names";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { wallets } from "@hearth/db/schema/wallets";
import { wordsMatch } from "@hearth/db/search";
import { type SQL, sql } from "drizzle-orm";

/** A tenant with an account, current or former, whose lease a transfer could be counted for. */
export interface CreditableTenantRow {
  [column: string]: unknown;
  id: string;
  name: string;
  /** Null for a tenant without an account, who is found by id only. */
  userId: string | null;
  leaseId: string;
  merchant: string;
  place: string;
  unit: string;
  endsOn: string | null;
  timeZone: string;
  /** In cents; negative where the lease is prepaid. */
  balanceCents: number;
  /** True when the tenant once linked the wallet that sent the transfer. */
  isLikely: boolean;
}

/** The transfer, and which tenants of its merchant to list. */
interface Wanted {
  merchantId: string;
  fromAddress: string;
  search?: string | undefined;
  tenantId?: string | undefined;
  limit: number;
}

/** Leases whose tenants are read to choose from. */
const mostLeases = 200;

/**
 * Lists a merchant's tenants with an account: those who once linked the sending wallet first, then the current ones by name. A merchant may have
 * thousands. So it reads only the tenants who linked the wallet, and those of 200 leases. Without words, these are the leases that owe the most.
 * With words, they are leases that match. `hasMore` is true if it did not list or did not read all of them.
 */
export async function listCreditableTenantRows(
  db: DatabaseOrTransaction,
  { merchantId, fromAddress, search, tenantId, limit }: Wanted,
): Promise<{ rows: CreditableTenantRow[]; hasMore: boolean }> {
  const columns = sql`t.id, t.lease_id, t.name, t.email, t.user_id, t.ended_at from ${leaseTenants} t`;
  const ofWallet = sql`select w.user_id from ${wallets} w where lower(w.address) = lower(${fromAddress})`;
  const among =
    tenantId === undefined
      ? sql`select ${columns} where t.user_id in (${ofWallet})
          union select ${columns} where t.user_id is not null and t.lease_id = any(array(select lease.id from lease))`
      : sql`select ${columns} where t.id = ${tenantId}::uuid`;
  // Looks up a page of each table once, and names the place and the landlord only of the tenants that are listed.
  const read = await db.execute<CreditableTenantRow & { isTenant: boolean; leasesRead: number }>(sql`
    with lease as materialized (${leasesToRead({ merchantId, search, tenantId })}), among as materialized (${among}), home as materialized (
      select l.id, l.merchant_id, l.unit_id, l.ends_on, l.time_zone, l.open_cents - l.unused_cents as balance_cents
      from ${leases} l where l.id = any(array(select a.lease_id from among a)) and l.merchant_id = ${merchantId}::uuid and l.undone_at is null
    ), found as (
      select t.id, t.name, t.user_id, t.ended_at, t.lease_id, l.merchant_id, l.unit_id, l.ends_on, l.time_zone, l.balance_cents,
        coalesce(t.user_id = any(array(${ofWallet})), false) as is_likely
      from among t join home l on l.id = t.lease_id where ${search === undefined ? sql`true` : matches(search)}
      order by is_likely desc, t.ended_at is not null, search_text(t.name), t.id limit ${limit + 1}
    )
    select f.id, f.name, f.user_id as "userId", f.lease_id as "leaseId", m.name as merchant, pr.name || ' ' || un.name as place, un.name as unit,
      f.ends_on::text as "endsOn", f.time_zone as "timeZone", f.is_likely as "isLikely", f.balance_cents::float8 as "balanceCents", f.id is not null as "isTenant",
      r.leases as "leasesRead"
    from (select count(*)::integer as leases from lease) r left join found f on true left join ${merchants} m on m.id = f.merchant_id
      left join ${units} un on un.id = f.unit_id left join ${properties} pr on pr.id = un.property_id
    order by f.is_likely desc, f.ended_at is not null, search_text(f.name), f.id`);
  const rows = read.filter(({ isTenant }) => isTenant);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit || read.some(({ leasesRead }) => leasesRead === mostLeases) };
}

/** Selects the leases whose tenants are read. With words, those whose names have them, by their index. For a single tenant, none. */
function leasesToRead({ merchantId, search, tenantId }: Pick<Wanted, "merchantId" | "search" | "tenantId">): SQL {
  if (tenantId !== undefined) return sql`select null::uuid as id where false`;
  if (search === undefined) {
    return sql`select l.id from ${leases} l where l.merchant_id = ${merchantId}::uuid and l.undone_at is null
      order by l.open_cents - l.unused_cents desc, l.id desc limit ${mostLeases}`;
  }
  return sql`select n.lease_id as id from ${leaseNames} n where n.merchant_id = ${merchantId}::uuid and ${wordsMatch(sql`n.words`, search)}
    limit ${sql.raw(String(mostLeases))}`;
}

/** True if a tenant's name or email has the words, or the name of their home, which is the first line of the lease's words. */
function matches(search: string): SQL {
  const names = sql`select n.lease_id from ${leaseNames} n where n.lease_id = any(array(select l.id from home l))`;
  return sql`(${wordsMatch(sql`search_text(t.name || ' ' || t.email)`, search)}
    or t.lease_id = any(array(${names} and ${wordsMatch(sql`split_part(n.words, chr(10), 1)`, search)})))`;
}

/** Finds the lease that a payment counts for, with its place. Null where it counts for none. */
export async function findPlaceOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<{ leaseId: string; place: string } | null> {
  const [row] = await db.execute<{ leaseId: string; place: string }>(sql`
    select k.lease_id as "leaseId", pr.name || ' ' || un.name as place from ${leaseCredits} k join ${leases} l on l.id = k.lease_id
    join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id where k.payment_id = ${paymentId}::uuid and k.taken_away_at is null`);
  return row ?? null;
}
