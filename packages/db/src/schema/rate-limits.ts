import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** Number of calls within a window, across all processes. The key identifies the caller and is stored as a hash only. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    rule: text("rule").notNull(),
    /** SHA-256 of the caller's key. */
    keyHash: text("key_hash").notNull(),
    calls: integer("calls").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "rate_limits_pkey", columns: [table.rule, table.keyHash] }),
    index("rate_limits_ends_idx").on(table.endsAt),
    check("rate_limits_counted", sql`${table.calls} > 0`),
  ],
);
