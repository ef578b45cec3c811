import { chargeKinds } from "@hearth/domain/rent/charge-kinds";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leaseCredits } from "./lease-credits.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * One amount that a lease's tenants owe. A month's rent is charged once, by index. A month that was voided because the lease ends may be
 * charged again. A late fee for a day is charged once. Never edited, by trigger: a wrong charge is voided and a new one is made.
 * `paidCents` is the amount allocated to it, maintained by the allocations' trigger.
 */
export const charges = pgTable(
  "charges",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    kind: text("kind", { enum: chargeKinds }).notNull(),
    /** The first day of the month that the rent covers. */
    period: date("period"),
    /** The rent charge that a late fee is for. */
    forChargeId: uuid("for_charge_id").references((): AnyPgColumn => charges.id),
    description: text("description").notNull(),
    /** The calculation of the amount, if it does not follow from the lease. */
    formula: text("formula"),
    cents: integer("cents").notNull(),
    paidCents: integer("paid_cents").notNull().default(0),
    dueOn: date("due_on").notNull(),
    /** The start of that day in the lease's time zone, as it was when the charge was made. */
    dueAt: instant("due_at").notNull(),
    /** The first day on which unpaid rent incurs a late fee. */
    feeFromOn: date("fee_from_on"),
    /** The next time to check for a late fee; null if none can follow. */
    feeCheckAt: instant("fee_check_at"),
    /**
     * Time since which the rent incurs no further late fee: the landlord waived them, or the rent was already late when the lease was
     * entered.
     */
    feesWaivedAt: instant("fees_waived_at"),
    createdBy: uuid("created_by").references(() => users.id),
    createdAt: createdAt(),
    voidedAt: instant("voided_at"),
    voidedBy: uuid("voided_by").references(() => users.id),
    voidReason: text("void_reason"),
    /** True if it was voided because the lease's end was set or moved. Its month may be charged again. */
    voidedForEnd: boolean("voided_for_end").notNull().default(false),
    /** The credit for the unused days of this rent, if the lease ends within its month. */
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
    // Has the cents, so that sums of open charges read no rows of the table.
    index("charges_open_idx")
      .on(table.leaseId, table.dueOn, table.cents, table.paidCents)
      .where(sql`${table.paidCents} < ${table.cents} and ${table.voidedAt} is null`),
    index("charges_deposits_idx")
      .on(table.leaseId, table.id)
      .where(sql`${table.kind} = 'deposit'`),
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
