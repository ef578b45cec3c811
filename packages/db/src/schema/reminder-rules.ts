import { sql } from "drizzle-orm";
import { boolean, check, date, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { merchants } from "./merchants.ts";

/** A merchant's schedule of reminders about open charges. A merchant without a row sends reminders only by hand. */
export const reminderRules = pgTable(
  "reminder_rules",
  {
    merchantId: uuid("merchant_id")
      .primaryKey()
      .references(() => merchants.id),
    /** Days before the due date; null for no reminder. */
    daysBefore: integer("days_before"),
    onDueDay: boolean("on_due_day").notNull(),
    /** Days after the due date; null for no reminder. */
    daysLate: integer("days_late"),
    /** The last day, in the merchant's time zone, whose reminders were sent. */
    sentFor: date("sent_for").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check("reminder_rules_before_range", sql`${table.daysBefore} between 1 and 28`),
    check("reminder_rules_late_range", sql`${table.daysLate} between 1 and 60`),
  ],
);
