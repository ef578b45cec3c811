import { prorations } from "@hearth/domain/rent/periods";
import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { units } from "./units.ts";

/**
 * A unit let to one or more tenants for a term. What it costs is in `lease_terms`, who rents in `lease_tenants`, what was charged in `charges`,
 * and what stands in `lease_entries`. It ends by its last day; it is never removed, and its time zone never changes. One that
 * was entered by mistake is undone: it owes nothing, its unit is free, and it is in no list.
 */
export const leases = pgTable(
  "leases",
  {
    id: primaryId(),
    /** The unit's merchant. */
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    unitId: uuid("unit_id")
      .notNull()
      .references(() => units.id),
    startsOn: date("starts_on").notNull(),
    /** Its last day, or null while nobody has said. */
    endsOn: date("ends_on"),
    /** The IANA zone that its days are days of. */
    timeZone: text("time_zone").notNull(),
    proration: text("proration", { enum: prorations }).notNull(),
    depositCents: integer("deposit_cents").notNull().default(0),
    /** Whether its tenants may pay a bill in parts; otherwise a checkout pays bills whole. */
    partPayments: boolean("part_payments").notNull().default(true),
    /** The landlord's own, not shown to tenants. */
    notes: text("notes").notNull().default(""),
    /** The first day of the next month to charge. */
    nextPeriod: date("next_period").notNull(),
    /** When that month is to be charged; null where the lease is over by then. */
    nextChargeAt: instant("next_charge_at"),
    /** Whether money came that was not put to charges yet; set by the trigger that posts it. */
    needsAllocation: boolean("needs_allocation").notNull().default(false),
    /** When the landlord undid it because it had been entered by mistake. */
    undoneAt: instant("undone_at"),
    createdAt: createdAt(),
    /** What an edit says it has seen. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("leases_merchant_idx").on(table.merchantId, table.id),
    index("leases_unit_idx").on(table.unitId, table.startsOn),
    index("leases_next_charge_idx")
      .on(table.nextChargeAt, table.id)
      .where(sql`${table.nextChargeAt} is not null`),
    index("leases_needs_allocation_idx")
      .on(table.id)
      .where(sql`${table.needsAllocation}`),
    check("leases_end_after_start", sql`${table.endsOn} is null or ${table.endsOn} >= ${table.startsOn}`),
    check("leases_next_period_is_month", sql`extract(day from ${table.nextPeriod}) = 1`),
    check("leases_deposit_not_negative", sql`${table.depositCents} >= 0`),
    // PostgreSQL itself must read it, since it is asked for the days of a zone. It takes abbreviations and offsets too, which JavaScript reads otherwise.
    check(
      "leases_time_zone_known",
      sql`(${table.timeZone} = 'UTC' or ${table.timeZone} like '%/%') and timezone(${table.timeZone}, '2000-01-01T00:00:00Z'::timestamptz) is not null`,
    ),
    check("leases_proration_known", sql`${table.proration} in ('days', 'none')`),
  ],
);
