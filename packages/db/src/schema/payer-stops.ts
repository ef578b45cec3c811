import { sql } from "drizzle-orm";
import { index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * Periods in which a payer could not sign in, because an administrator had suspended or deactivated the account. A trigger of `users` writes
 * them. Days on which every payer of a lease was stopped incur no late fees.
 */
export const payerStops = pgTable(
  "payer_stops",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    beganAt: instant("began_at").notNull(),
    /** Null while it lasts. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("payer_stops_lasting_key")
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
    index("payer_stops_user_idx").on(table.userId, table.endedAt),
  ],
);
