import { prorations } from "@hearth/domain/rent/periods";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { units } from "./units.ts";

/**
 * True where a lease that is over leaves money to return: its deposit less what is owed besides deposits, or prepaid rent. Lists and indexes name it alike, so
 * that PostgreSQL finds it in the index.
 */
export const leavesMoney = (lease: Record<"openCents" | "openDepositCents" | "unusedCents" | "heldCents", SQLWrapper>): SQL =>
  sql`(${lease.unusedCents} > ${lease.openCents} or ${lease.heldCents} > greatest(0, ${lease.openCents} - ${lease.unusedCents} - ${lease.openDepositCents}))`;

/**
 * A unit let to one or more tenants for a term. Its terms are in `lease_terms`, its tenants in `lease_tenants`, its charges in `charges`,
 * and its ledger in `lease_entries`. It ends on its last day. It is never removed, and its time zone never changes. A lease entered by
 * mistake is undone: it owes nothing, its unit is free, and no list shows it.
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
    /** The unit's property, so that sums by property read no units. A trigger writes it. */
    propertyId: uuid("property_id"),
    startsOn: date("starts_on").notNull(),
    /** The last day, or null if it is open-ended. */
    endsOn: date("ends_on"),
    /** The first day of the next lease of its unit that is not undone. Null without one. Triggers keep it (`keep_next_leases`). */
    nextStartsOn: date("next_starts_on"),
    /** IANA time zone of its days. */
    timeZone: text("time_zone").notNull(),
    proration: text("proration", { enum: prorations }).notNull(),
    depositCents: integer("deposit_cents").notNull().default(0),
    /** True if tenants may pay a bill in parts. Otherwise a checkout pays whole bills. */
    partPayments: boolean("part_payments").notNull().default(true),
    /** The landlord's notes, not shown to tenants. */
    notes: text("notes").notNull().default(""),
    /** The first day of the next month to charge. */
    nextPeriod: date("next_period").notNull(),
    /** When to charge that month; null if the lease is over by then. */
    nextChargeAt: instant("next_charge_at"),
    /** True if received money is not allocated to open charges yet. Set by the trigger that posts it, and cleared when either is used up. */
    needsAllocation: boolean("needs_allocation").notNull().default(false),
    /**
     * The lease's money as it is now, so that lists read no charges. Triggers on charges and credits keep it (`keep_lease_standings`). The cents are of its open
     * charges, of the open deposits among them, of received money that pays no charge yet, and of deposits held.
     */
    openCents: bigint("open_cents", { mode: "number" }).notNull().default(0),
    openDepositCents: bigint("open_deposit_cents", { mode: "number" }).notNull().default(0),
    unusedCents: bigint("unused_cents", { mode: "number" }).notNull().default(0),
    heldCents: bigint("held_cents", { mode: "number" }).notNull().default(0),
    /** The due day of its oldest open charge. */
    openDueOn: date("open_due_on"),
    /** That day where unused money does not cover all open charges, and otherwise `9999-12-31`: the lease's place among those owing longest. */
    owedSince: date("owed_since").notNull().default("9999-12-31"),
    /**
     * The cents that were past due at `pastDueAt`, less unused money. They stay right until `pastDueUntil`, when the next open charge becomes past due. From
     * then on `pastDueNextCents` are, for a day at least. The triggers keep them for the moment on the row, and the job that makes charges moves that moment
     * (`count_past_due`).
     */
    pastDueCents: bigint("past_due_cents", { mode: "number" }).notNull().default(0),
    pastDueAt: instant("past_due_at"),
    pastDueUntil: instant("past_due_until"),
    pastDueNextCents: bigint("past_due_next_cents", { mode: "number" }).notNull().default(0),
    /**
     * The day and the cents of the last payment that was not reversed on its own day. `depositsMovedOn` is the last day on which the books can count a deposit of
     * the lease. Null before any. Triggers on ledger lines and allocations keep them (`keep_lease_activity`).
     */
    lastPaidOn: date("last_paid_on"),
    lastPaidCents: bigint("last_paid_cents", { mode: "number" }),
    depositsMovedOn: date("deposits_moved_on"),
    /** When the landlord undid it because it had been entered by mistake. */
    undoneAt: instant("undone_at"),
    createdAt: createdAt(),
    /** Version for optimistic locking of edits. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("leases_merchant_idx").on(table.merchantId, table.id),
    // The index of each order ends with the columns that rare states are filtered by, so that a page of a rare state reads no rows of other leases.
    index("leases_owed_since_idx").on(table.merchantId, table.owedSince, table.id, table.endsOn, leavesMoney(table)),
    index("leases_balance_idx").on(
      table.merchantId,
      sql`(${table.openCents} - ${table.unusedCents})`,
      table.id,
      table.endsOn,
      leavesMoney(table),
    ),
    index("leases_past_due_idx").on(table.merchantId, table.pastDueCents, table.id, table.endsOn, leavesMoney(table)),
    index("leases_past_due_until_idx")
      .on(table.pastDueUntil, table.merchantId)
      .where(sql`${table.pastDueUntil} is not null`),
    index("leases_last_paid_idx").on(
      table.merchantId,
      sql`coalesce(${table.lastPaidOn}, '-infinity')`,
      table.id,
      table.endsOn,
      leavesMoney(table),
      table.depositsMovedOn,
    ),
    index("leases_last_paid_cents_idx").on(table.merchantId, table.lastPaidCents),
    index("leases_ends_idx").on(table.merchantId, sql`coalesce(${table.endsOn}, 'infinity')`, table.id, leavesMoney(table)),
    index("leases_unit_idx").on(table.unitId, table.startsOn),
    index("leases_next_charge_idx")
      .on(table.nextChargeAt, table.id)
      .where(sql`${table.nextChargeAt} is not null`),
    index("leases_needs_allocation_idx")
      .on(table.id)
      .where(sql`${table.needsAllocation}`),
    check("leases_of_property", sql`${table.propertyId} is not null`),
    check("leases_end_after_start", sql`${table.endsOn} is null or ${table.endsOn} >= ${table.startsOn}`),
    check("leases_next_period_is_month", sql`extract(day from ${table.nextPeriod}) = 1`),
    check("leases_deposit_not_negative", sql`${table.depositCents} >= 0`),
    // PostgreSQL must know the zone, because queries compute days in it. PostgreSQL also accepts abbreviations and offsets, which
    // JavaScript reads differently.
    check(
      "leases_time_zone_known",
      sql`(${table.timeZone} = 'UTC' or ${table.timeZone} like '%/%') and timezone(${table.timeZone}, '2000-01-01T00:00:00Z'::timestamptz) is not null`,
    ),
    check("leases_proration_known", sql`${table.proration} in ('days', 'none')`),
  ],
);
