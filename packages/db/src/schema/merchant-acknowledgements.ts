import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A payer's confirmation that they know a business that no administrator has reviewed. One row per payer and business, so that it is asked
 * once.
 */
export const merchantAcknowledgements = pgTable(
  "merchant_acknowledgements",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "merchant_acknowledgements_pkey", columns: [table.userId, table.merchantId] })],
);
