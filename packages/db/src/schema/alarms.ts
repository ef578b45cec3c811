import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";

/** One condition that an operator has to look at, from when it was raised to when it cleared; at most one living alarm per key. */
export const alarms = pgTable(
  "alarms",
  {
    id: primaryId(),
    key: text("key").notNull(),
    message: text("message").notNull(),
    data: jsonb("data").$type<Record<string, string>>().notNull().default({}),
    raisedAt: instant("raised_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    clearedAt: instant("cleared_at"),
  },
  (table) => [
    uniqueIndex("alarms_living_key")
      .on(table.key)
      .where(sql`${table.clearedAt} is null`),
    index("alarms_raised_idx").on(table.raisedAt),
  ],
);
