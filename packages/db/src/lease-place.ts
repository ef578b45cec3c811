import { sql } from "drizzle-orm";
import { leaseCredits } from "./schema/lease-credits.ts";
import { leases } from "./schema/leases.ts";
import { merchants } from "./schema/merchants.ts";
import { payments } from "./schema/payments.ts";
import { properties } from "./schema/properties.ts";
import { units } from "./schema/units.ts";

/**
 * The property and unit of the payment's lease, such as `Juniper Court 4B`; null without a lease. One index lookup. For queries that read
 * `payments`.
 */
export const leaseUnitName = sql<string | null>`(
  select pr.name || ' ' || un.name from ${leaseCredits} k join ${leases} l on l.id = k.lease_id
  join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id where k.payment_id = ${payments.id})`;

/** The IANA time zone of a payment's times: its lease's, or without a lease its merchant's. For queries that read `payments` and `merchants`. */
export const paymentTimeZone = sql<string>`coalesce((
  select l.time_zone from ${leaseCredits} k join ${leases} l on l.id = k.lease_id where k.payment_id = ${payments.id}), ${merchants.timeZone})`;
