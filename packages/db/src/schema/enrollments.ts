import { sql } from "drizzle-orm";
import { check, index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A period in which a consumer was enrolled with a merchant. A month's arrivals and departures are read from here. Only a trigger on
 * `users` writes it, so it covers every way to change an enrollment. At most one open row per consumer, by index.
 */
export const enrollments = pgTable(
  "enrollments",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("enrollments_open_key")
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
    index("enrollments_user_idx").on(table.userId),
    index("enrollments_started_idx").on(table.merchantId, table.startedAt),
    index("enrollments_ended_idx").on(table.merchantId, table.endedAt),
    check("enrollments_end_after_start", sql`${table.endedAt} is null or ${table.endedAt} >= ${table.startedAt}`),
  ],
);
