import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { leaseTenants } from "./schema/lease-tenants.ts";

/** True if a tenant has not moved out by a given time. For queries that name `lease_tenants` as `t`. */
export function rentsAt(now: Date | SQL): SQL {
  return sql`(t.ended_at is null or t.ended_at > ${now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now})`;
}

/** Names of a lease's tenants at a given time, in the order of entry. */
export function tenantNamesAt(leaseId: SQLWrapper, now: Date): SQL<string[]> {
  return sql<string[]>`array(select t.name from ${leaseTenants} t where t.lease_id = ${leaseId} and ${rentsAt(now)} order by t.id)`;
}

/** Names of the tenants who rented under a lease on any of these days. */
export function tenantNamesIn(leaseId: SQLWrapper, { from, to }: { from: string | SQL; to: string | SQL }): SQL<string[]> {
  return sql<string[]>`array(select t.name from ${leaseTenants} t where t.lease_id = ${leaseId}
    and (t.moved_out_on is null or t.moved_out_on >= ${from}::date) and (t.moved_in_on is null or t.moved_in_on <= ${to}::date) order by t.id)`;
}
