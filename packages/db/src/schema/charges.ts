import { chargeKinds } from "@hearth/domain/rent/charge-kinds";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leaseCredits } from "./lease-credits.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * Something that a lease's tenants owe once. A month's rent is charged once, by index, except that a month which was voided for an end of the lease may be
 * charged again; a late fee for a day is charged once. Never edited, by trigger: what was wrong is voided, and another is made. `paidCents` is what is allocated to it, kept by the trigger of the allocations.
 */
export const charges = pgTable(
  "charges",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    kind: text("kind", { enum: chargeKinds }).notNull(),
    /** The first day of the month that rent is for. */
    period: date("period"),
    /** The rent that a late fee is for. */
    forChargeId: uuid("for_charge_id").references((): AnyPgColumn => charges.id),
    description: text("description").notNull(),
    /** How the amount was made, where it is not said by the lease. */
    formula: text("formula"),
    cents: integer("cents").notNull(),
    paidCents: integer("paid_cents").notNull().default(0),
    dueOn: date("due_on").notNull(),
    /** The first moment of that day where the lease is, as it was when the charge was made. */
    dueAt: instant("due_at").notNull(),
    /** The first day on which rent is late for a fee. */
    feeFromOn: date("fee_from_on"),
    /** When a late fee is next to be thought of; null where none can come any more. */
    feeCheckAt: instant("fee_check_at"),
    /** Since when the rent bears no further late fee: the landlord waived them, or the rent was late as its lease was entered. */
    feesWaivedAt: instant("fees_waived_at"),
    createdBy: uuid("created_by").references(() => users.id),
    createdAt: createdAt(),
    voidedAt: instant("voided_at"),
    voidedBy: uuid("voided_by").references(() => users.id),
    voidReason: text("void_reason"),
    /** Whether it was voided because the lease's end was set or moved, so that its month may be charged again. */
    voidedForEnd: boolean("voided_for_end").notNull().default(false),
    /** The credit that gives back the unused days of this rent because the lease ends within its month. */
    unusedCreditId: uuid("unused_credit_id").references(() => leaseCredits.id),
  },
  (table) => [
    uniqueIndex("charges_month_key")
      .on(table.leaseId, table.kind, table.period)
      .where(sql`${table.period} is not null and not ${table.voidedForEnd}`),
    uniqueIndex("charges_late_fee_key")
      .on(table.forChargeId, table.dueOn)
      .where(sql`${table.forChargeId} is not null`),
    index("charges_lease_idx").on(table.leaseId, table.dueOn),
    index("charges_open_idx")
      .on(table.leaseId, table.dueOn)
      .where(sql`${table.paidCents} < ${table.cents} and ${table.voidedAt} is null`),
    index("charges_deposit_idx")
      .on(table.leaseId, table.paidCents)
      .where(sql`${table.kind} = 'deposit' and ${table.voidedAt} is null`),
    index("charges_fee_check_idx")
      .on(table.feeCheckAt, table.id)
      .where(sql`${table.feeCheckAt} is not null`),
    check("charges_amount_range", sql`${table.cents} between 1 and 100000000`),
    check("charges_paid_range", sql`${table.paidCents} between 0 and ${table.cents}`),
    check("charges_voided_has_nothing", sql`${table.voidedAt} is null or (${table.paidCents} = 0 and ${table.voidReason} is not null)`),
    check("charges_rent_has_period", sql`(${table.kind} = 'rent') = (${table.period} is not null)`),
    check("charges_late_fee_has_rent", sql`(${table.kind} = 'lateFee') = (${table.forChargeId} is not null)`),
    check("charges_kind_known", sql`${table.kind} in ('rent', 'utility', 'repair', 'deposit', 'other', 'fee', 'lateFee')`),
  ],
);
