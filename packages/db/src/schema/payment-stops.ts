import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";

/**
 * Periods in which nobody could pay: completions of a chain were stopped, a business was not active, or its wallet was blacklisted.
 * Triggers of `chain_cursors` and `merchants` write the first two. Periods without a payout wallet are in `payees`. Days in them incur no
 * late fees.
 */
export const paymentStops = pgTable(
  "payment_stops",
  {
    id: primaryId(),
    chainId: integer("chain_id"),
    merchantId: uuid("merchant_id").references(() => merchants.id),
    why: text("why", { enum: ["completions", "status", "blacklist"] }).notNull(),
    beganAt: instant("began_at").notNull(),
    /** Null while it lasts. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("payment_stops_chain_lasting_key")
      .on(table.chainId)
      .where(sql`${table.chainId} is not null and ${table.endedAt} is null`),
    uniqueIndex("payment_stops_merchant_lasting_key")
      .on(table.merchantId, table.why)
      .where(sql`${table.merchantId} is not null and ${table.endedAt} is null`),
    index("payment_stops_chain_idx").on(table.chainId, table.endedAt),
    index("payment_stops_merchant_idx").on(table.merchantId, table.endedAt),
    check("payment_stops_of_one", sql`(${table.chainId} is null) <> (${table.merchantId} is null)`),
  ],
);
