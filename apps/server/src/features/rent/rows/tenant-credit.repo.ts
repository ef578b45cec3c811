import type { DatabaseOrTransaction } from "@hearth/db/client";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { wallets } from "@hearth/db/schema/wallets";
import { leaseTenantMatches, pattern } from "@hearth/db/search";
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

/** Leases that are read for tenants to choose from, where no words are searched. */
const mostLeases = 200;

/**
 * Lists a merchant's tenants with an account: those who once linked the sending wallet first, then the current ones by name. Without words, reads
 * only the tenants who linked the wallet, and those of the leases that owe the most: a merchant may have thousands. A search reads all of them.
 */
export async function listCreditableTenantRows(
  db: DatabaseOrTransaction,
  { merchantId, fromAddress, search, tenantId, limit }: Wanted,
): Promise<CreditableTenantRow[]> {
  const among =
    tenantId !== undefined
      ? sql`select ${tenantId}::uuid as id`
      : search !== undefined
        ? sql`select t.id from ${leases} l join ${leaseTenants} t on t.lease_id = l.id
            where l.merchant_id = ${merchantId}::uuid and t.user_id is not null and ${matches(search)}`
        : sql`select t.id from ${wallets} w join ${leaseTenants} t on t.user_id = w.user_id where lower(w.address) = lower(${fromAddress})
            union select t.id from (
              select l.id from ${leases} l where l.merchant_id = ${merchantId}::uuid and l.undone_at is null
              order by l.open_cents - l.unused_cents desc, l.id desc limit ${mostLeases}
            ) owing join ${leaseTenants} t on t.lease_id = owing.id where t.user_id is not null`;
  // A place is named, and a landlord joined, only for the tenants that are listed.
  return db.execute<CreditableTenantRow>(sql`
    with among as materialized (${among}), found as (
      select t.id, t.name, t.user_id, t.ended_at, l.id as lease_id, l.merchant_id, l.unit_id, l.ends_on, l.time_zone,
        l.open_cents - l.unused_cents as balance_cents,
        exists (select from ${wallets} w where w.user_id = t.user_id and lower(w.address) = lower(${fromAddress})) as is_likely
      from among a join ${leaseTenants} t on t.id = a.id join ${leases} l on l.id = t.lease_id
      where l.merchant_id = ${merchantId}::uuid and l.undone_at is null
      order by is_likely desc, t.ended_at is not null, search_text(t.name), t.id limit ${limit}
    )
    select f.id, f.name, f.user_id as "userId", f.lease_id as "leaseId", m.name as merchant, pr.name || ' ' || un.name as place, un.name as unit,
      f.ends_on::text as "endsOn", f.time_zone as "timeZone", f.is_likely as "isLikely", f.balance_cents::float8 as "balanceCents"
    from found f join ${merchants} m on m.id = f.merchant_id join ${units} un on un.id = f.unit_id join ${properties} pr on pr.id = un.property_id
    order by f.is_likely desc, f.ended_at is not null, search_text(f.name), f.id`);
}

/** True if the words are in a tenant's name or email, or in the name of their home. The table keeps its name for the index of its words. */
function matches(search: string): SQL {
  return sql`(exists (select from ${units} un join ${properties} pr on pr.id = un.property_id
      where un.id = l.unit_id and search_text(pr.name || ' ' || un.name) like ${pattern(search)})
    or exists (select from ${leaseTenants} where ${leaseTenants.id} = t.id and ${leaseTenantMatches(search)}))`;
}

/** Finds the lease that a payment counts for, with its place. Null where it counts for none. */
export async function findPlaceOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<{ leaseId: string; place: string } | null> {
  const [row] = await db.execute<{ leaseId: string; place: string }>(sql`
    select k.lease_id as "leaseId", pr.name || ' ' || un.name as place from ${leaseCredits} k join ${leases} l on l.id = k.lease_id
    join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id where k.payment_id = ${paymentId}::uuid and k.taken_away_at is null`);
  return row ?? null;
}
