import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { leaseTenants } from "./schema/lease-tenants.ts";

/** Whether a tenant had not moved out by a moment. For queries that name `lease_tenants` as `t`. */
export function rentsAt(now: Date): SQL {
  return sql`(t.ended_at is null or t.ended_at > ${now.toISOString()}::timestamptz)`;
}

/** The names of those who rent under a lease at a moment, in the order in which they were entered. */
export function tenantNamesAt(leaseId: SQLWrapper, now: Date): SQL<string[]> {
  return sql<string[]>`array(select t.name from ${leaseTenants} t where t.lease_id = ${leaseId} and ${rentsAt(now)} order by t.id)`;
}

/** The names of those who rented under a lease on any of these days. */
export function tenantNamesIn(leaseId: SQLWrapper, { from, to }: { from: string; to: string }): SQL<string[]> {
  return sql<string[]>`array(select t.name from ${leaseTenants} t where t.lease_id = ${leaseId}
    and (t.moved_out_on is null or t.moved_out_on >= ${from}::date) and (t.moved_in_on is null or t.moved_in_on <= ${to}::date) order by t.id)`;
}
