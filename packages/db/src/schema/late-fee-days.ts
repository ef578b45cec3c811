import { noFeeReasons } from "@hearth/domain/rent/late-fee-days";
import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { charges } from "./charges.ts";

/**
 * Days of a rent charge without a late fee: one row for consecutive days with the same reason. Days with a fee have a charge instead. When
 * days are decided again, after money was taken back, their rows are replaced.
 */
export const lateFeeDays = pgTable(
  "late_fee_days",
  {
    chargeId: uuid("charge_id")
      .notNull()
      .references(() => charges.id),
    fromOn: date("from_on").notNull(),
    throughOn: date("through_on").notNull(),
    why: text("why", { enum: noFeeReasons }).notNull(),
    /** Open amount of the rent at the start of the first day. */
    openCents: integer("open_cents").notNull(),
    decidedAt: instant("decided_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.fromOn] }),
    check("late_fee_days_in_order", sql`${table.throughOn} >= ${table.fromOn}`),
  ],
);
