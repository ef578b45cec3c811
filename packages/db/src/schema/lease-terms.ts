import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * What a lease costs from a month on: one row for each time that somebody said so, never changed. Of the rows that begin with a month or before, the
 * one that begins last holds for it, and of two that begin together the younger.
 */
export const leaseTerms = pgTable(
  "lease_terms",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    /** The first day of the month that it holds from. */
    fromPeriod: date("from_period").notNull(),
    rentCents: integer("rent_cents").notNull(),
    /** 1 to 28, or 31 for the month's last day. */
    dueDay: integer("due_day").notNull(),
    graceDays: integer("grace_days").notNull(),
    lateFeeKind: text("late_fee_kind", { enum: ["fixed", "percent"] }),
    /** Cents, or hundredths of a per cent of the unpaid rent. */
    lateFeeAmount: integer("late_fee_amount"),
    lateFeeRepeats: text("late_fee_repeats", { enum: ["once", "daily"] }),
    /** The most for one month's rent; null for no cap. */
    lateFeeCapCents: integer("late_fee_cap_cents"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index("lease_terms_lease_idx").on(table.leaseId, table.fromPeriod, table.id),
    check("lease_terms_rent_range", sql`${table.rentCents} between 1 and 100000000`),
    check("lease_terms_due_day_range", sql`${table.dueDay} between 1 and 28 or ${table.dueDay} = 31`),
    check("lease_terms_grace_range", sql`${table.graceDays} between 0 and 31`),
    check("lease_terms_from_month", sql`extract(day from ${table.fromPeriod}) = 1`),
    check(
      "lease_terms_late_fee_whole",
      sql`(${table.lateFeeKind} is null) = (${table.lateFeeAmount} is null) and (${table.lateFeeKind} is null) = (${table.lateFeeRepeats} is null) and (${table.lateFeeKind} is not null or ${table.lateFeeCapCents} is null)`,
    ),
    check("lease_terms_late_fee_positive", sql`${table.lateFeeAmount} > 0 and coalesce(${table.lateFeeCapCents}, 1) > 0`),
  ],
);
