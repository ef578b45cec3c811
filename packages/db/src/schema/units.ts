import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId } from "../columns.ts";
import { properties } from "./properties.ts";

/**
 * A place that is let as a whole: an apartment, a house, a parking space. At most one lease covers it on any day. Creating a lease locks
 * the unit to ensure that.
 */
export const units = pgTable(
  "units",
  {
    id: primaryId(),
    propertyId: uuid("property_id")
      .notNull()
      .references(() => properties.id),
    name: text("name").notNull(),
    /** The property's merchant. A trigger writes it. */
    merchantId: uuid("merchant_id"),
    /** The property with the unit, and on a second line the address, in the form that searches compare. Triggers keep it (`unit_words`). */
    words: text("words"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("units_by_name_key").on(table.propertyId, sql`search_text(${table.name})`),
    index("units_natural_idx").on(table.propertyId, sql`natural_key(${table.name})`),
    index("units_merchant_idx").on(table.merchantId, table.id),
    index("units_search_idx")
      .using("gin", table.merchantId, sql`${table.words} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
);
