import { notAskedReasons } from "@hearth/domain/rent/late-fee-days";
import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { charges } from "./charges.ts";

/**
 * Days of a rent for which no late fee was asked, one row for days that follow each other and have one reason. Days with a fee have a charge instead. Days
 * that are decided anew, after money was taken back, replace their rows.
 */
export const lateFeeDays = pgTable(
  "late_fee_days",
  {
    chargeId: uuid("charge_id")
      .notNull()
      .references(() => charges.id),
    fromOn: date("from_on").notNull(),
    throughOn: date("through_on").notNull(),
    why: text("why", { enum: notAskedReasons }).notNull(),
    /** What was open of the rent as the first of the days began. */
    openCents: integer("open_cents").notNull(),
    decidedAt: instant("decided_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.fromOn] }),
    check("late_fee_days_in_order", sql`${table.throughOn} >= ${table.fromOn}`),
  ],
);
