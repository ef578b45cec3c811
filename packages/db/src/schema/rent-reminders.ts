import { reminderKinds } from "@hearth/domain/rent/reminders";
import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";

/**
 * A reminder about open charges of a lease. A rule sends each kind once per due day, by index. The limit on reminders by hand is elsewhere.
 */
export const rentReminders = pgTable(
  "rent_reminders",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    kind: text("kind", { enum: reminderKinds }).notNull(),
    /** The due day it is about; for a reminder by hand, the oldest. */
    dueOn: date("due_on").notNull(),
    /** The open amount that it named. */
    cents: integer("cents").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [
    uniqueIndex("rent_reminders_rule_key")
      .on(table.leaseId, table.dueOn, table.kind)
      .where(sql`${table.kind} <> 'hand'`),
    index("rent_reminders_lease_idx").on(table.leaseId, table.sentAt),
    check("rent_reminders_kind_known", sql`${table.kind} in ('ahead', 'due', 'late', 'hand')`),
    check("rent_reminders_amount_positive", sql`${table.cents} > 0`),
  ],
);
