import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";

/** A house, or whatever a merchant lets units of. Its name is one of a kind with its merchant, whatever its letters' size. */
export const properties = pgTable(
  "properties",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull(),
    /** Where it stands, as one line; empty where nobody has said. */
    address: text("address").notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("properties_by_name_key").on(table.merchantId, sql`search_text(${table.name})`),
    index("properties_words_idx").using("gin", sql`search_text(${table.name}) gin_trgm_ops`),
  ],
);
