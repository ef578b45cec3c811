import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * Terms of a lease from a month on: one row for each change, never edited. For a month, the row with the latest `fromPeriod` not after it
 * applies; of two with the same one, the newer.
 */
export const leaseTerms = pgTable(
  "lease_terms",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    /** The first day of the month from which it applies. */
    fromPeriod: date("from_period").notNull(),
    rentCents: integer("rent_cents").notNull(),
    /** 1 to 28, or 31 for the month's last day. */
    dueDay: integer("due_day").notNull(),
    graceDays: integer("grace_days").notNull(),
    lateFeeKind: text("late_fee_kind", { enum: ["fixed", "percent"] }),
    /** Cents, or hundredths of a per cent of the unpaid rent. */
    lateFeeAmount: integer("late_fee_amount"),
    lateFeeRepeats: text("late_fee_repeats", { enum: ["once", "daily"] }),
    /** Maximum for one month's rent; null for no cap. */
    lateFeeCapCents: integer("late_fee_cap_cents"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index("lease_terms_rent_idx").on(table.leaseId, table.fromPeriod, table.id, table.rentCents),
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
