import { sql } from "drizzle-orm";
import { boolean, check, date, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { merchants } from "./merchants.ts";

/** When a merchant's tenants are reminded of what is open; a merchant without a row reminds by hand alone. */
export const reminderRules = pgTable(
  "reminder_rules",
  {
    merchantId: uuid("merchant_id")
      .primaryKey()
      .references(() => merchants.id),
    /** So many days before the due day; null for not at all. */
    daysBefore: integer("days_before"),
    onDueDay: boolean("on_due_day").notNull(),
    /** So many days after the due day; null for not at all. */
    daysLate: integer("days_late"),
    /** The last day of the merchant's whose reminders are sent. */
    sentFor: date("sent_for").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check("reminder_rules_before_range", sql`${table.daysBefore} between 1 and 28`),
    check("reminder_rules_late_range", sql`${table.daysLate} between 1 and 60`),
  ],
);
