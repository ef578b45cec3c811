import { sql } from "drizzle-orm";
import { leaseCredits } from "./schema/lease-credits.ts";
import { leaseTenants } from "./schema/lease-tenants.ts";
import { payments } from "./schema/payments.ts";

/** Another open or submitted payment for the same bill. */
export interface OpenPayment {
  cents: number;
  /** ISO 8601, UTC. */
  since: string;
}

/**
 * Open payments of the lease's other tenants for the same bill. A payment that names no bill counts for any. Reads only the tenants' open
 * payments, by index. For queries that read `payments`.
 */
export const openPaymentsOfOthers = sql<OpenPayment[]>`(
  select coalesce(json_agg(json_build_object('cents', o.amount_cents, 'since', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by o.created_at, o.id), '[]'::json)
  from ${leaseCredits} k join ${leaseTenants} t on t.lease_id = k.lease_id and t.user_id <> ${payments.consumerId}
  join ${payments} o on o.consumer_id = t.user_id and o.status = 'pending'
  join ${leaseCredits} q on q.payment_id = o.id and q.lease_id = k.lease_id
  where k.payment_id = ${payments.id} and k.taken_away_at is null and q.taken_away_at is null
    and (cardinality(k.chosen) = 0 or cardinality(q.chosen) = 0 or k.chosen && q.chosen))`;
