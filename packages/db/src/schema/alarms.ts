import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A condition that an operator must handle, from raised to cleared. At most one active alarm per key. `toldAt` is when people and the
 * webhook were notified, null while the key is muted. Nobody is notified that an alarm has cleared if they were not notified that it was
 * raised.
 */
export const alarms = pgTable(
  "alarms",
  {
    id: primaryId(),
    key: text("key").notNull(),
    message: text("message").notNull(),
    data: jsonb("data").$type<Record<string, string>>().notNull().default({}),
    raisedAt: instant("raised_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    toldAt: instant("told_at"),
    /** When an administrator acknowledged it, and who. */
    acknowledgedAt: instant("acknowledged_at"),
    acknowledgedById: uuid("acknowledged_by_id").references(() => users.id),
    clearedAt: instant("cleared_at"),
  },
  (table) => [
    uniqueIndex("alarms_living_key")
      .on(table.key)
      .where(sql`${table.clearedAt} is null`),
    index("alarms_raised_idx").on(table.raisedAt, table.id),
    check("alarms_acknowledged_by", sql`(${table.acknowledgedAt} is null) = (${table.acknowledgedById} is null)`),
  ],
);
