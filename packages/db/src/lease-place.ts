import { sql } from "drizzle-orm";
import { leaseCredits } from "./schema/lease-credits.ts";
import { leases } from "./schema/leases.ts";
import { payments } from "./schema/payments.ts";
import { properties } from "./schema/properties.ts";
import { units } from "./schema/units.ts";

/** The property and the unit that a payment is for, as `Juniper Court 4B`; null where it is for no lease. One look by index. For queries that read `payments`. */
export const leasePlace = sql<string | null>`(
  select pr.name || ' ' || un.name from ${leaseCredits} k join ${leases} l on l.id = k.lease_id
  join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id where k.payment_id = ${payments.id})`;
