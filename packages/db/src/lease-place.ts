import { eq, type SQL, sql } from "drizzle-orm";
import { leaseCredits } from "./schema/lease-credits.ts";
import { leaseTenants } from "./schema/lease-tenants.ts";
import { leases } from "./schema/leases.ts";
import { merchants } from "./schema/merchants.ts";
import { payments } from "./schema/payments.ts";
import { properties } from "./schema/properties.ts";
import { units } from "./schema/units.ts";

/** Joins the property and unit of the lease `l`. */
const itsUnit: SQL = sql`join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id`;

/**
 * The property and unit of the payment's lease, such as `Juniper Court 4B`; null without a lease. One index lookup. For queries that read
 * `payments`.
 */
export const leaseUnitName = sql<string | null>`(
  select pr.name || ' ' || un.name from ${leaseCredits} k join ${leases} l on l.id = k.lease_id ${itsUnit} where k.payment_id = ${payments.id})`;

/**
 * The home that a payment is about: its lease's, or the payer's where the payer has been a tenant of one lease of the merchant. Null where there is none, or
 * several. One or two index lookups. For queries that read `payments` and the payment's lease.
 */
export const paymentHomeName = sql<string | null>`coalesce((
  select pr.name || ' ' || un.name from ${units} un join ${properties} pr on pr.id = un.property_id where un.id = ${leases.unitId}
), (
  select min(pr.name || ' ' || un.name) from ${leaseTenants} t
  join ${leases} l on l.id = t.lease_id and l.merchant_id = ${payments.merchantId} and l.undone_at is null ${itsUnit}
  where t.user_id = ${payments.consumerId} having count(*) = 1))`;

/** The IANA time zone of a payment's times: its lease's, or without a lease its merchant's. For queries that read `payments` and `merchants`. */
export const paymentTimeZone = sql<string>`coalesce((
  select l.time_zone from ${leaseCredits} k join ${leases} l on l.id = k.lease_id where k.payment_id = ${payments.id}), ${merchants.timeZone})`;

/** The IANA time zone of a payment's times, for queries that read `payments`, `merchants` and the payment's lease. */
export const paymentLeaseTimeZone = sql<string>`coalesce(${leases.timeZone}, ${merchants.timeZone})`;

/** Join the lease of a payment, of which there is at most one. For queries that read `payments`. */
export const isCreditOfPayment = eq(leaseCredits.paymentId, payments.id);
export const isLeaseOfCredit = eq(leases.id, leaseCredits.leaseId);
