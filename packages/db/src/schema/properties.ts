import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";

/** A building or other place where a merchant lets units. Its name is unique per merchant, ignoring case. */
export const properties = pgTable(
  "properties",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull(),
    /** Its address on one line; empty if not entered. */
    address: text("address").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("properties_by_name_key").on(table.merchantId, sql`search_text(${table.name})`)],
);
