import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/**
 * How often something was tried within a window, counted for all processes together. The key says who tried, and is kept as a hash only.
 */
export const rateLimits = pgTable(
  "rate_limits",
  {
    rule: text("rule").notNull(),
    /** SHA-256 of whom it is counted for. */
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
