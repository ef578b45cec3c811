import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/** A payer's word that they know a business which no administrator has looked at; one row by payer and business, so that it is asked once. */
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
