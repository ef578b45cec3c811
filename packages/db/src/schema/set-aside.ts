import type { WorkListName } from "@hearth/domain/operations/work-lists";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { merchants } from "./merchants.ts";

/** Maximum stored length of an error. */
export const keptErrorLength = 1_000;

/**
 * A failed item of a job's work list. The job skips it until `nextTryAt`, so that it does not block other items. Deleted when the item
 * succeeds or is no longer due.
 */
export const setAside = pgTable(
  "set_aside",
  {
    /** The job's work list, such as `late-fees`. */
    list: text("list").$type<WorkListName>().notNull(),
    /** The item's key in that list: an id without its prefix, an address, a height. */
    item: text("item").notNull(),
    /** The item's name for operators: `lse_...`. */
    name: text("name").notNull(),
    /** The business of the item, if it has one. */
    merchantId: uuid("merchant_id").references(() => merchants.id),
    error: text("error").notNull(),
    tries: integer("tries").notNull(),
    nextTryAt: instant("next_try_at").notNull(),
    firstFailedAt: instant("first_failed_at").notNull(),
    lastFailedAt: instant("last_failed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.item] }),
    index("set_aside_failed_idx").on(table.firstFailedAt),
    index("set_aside_merchant_idx").on(table.merchantId),
    check("set_aside_tries_positive", sql`${table.tries} > 0`),
    check("set_aside_error_short", sql.raw(`length("error") <= ${keptErrorLength}`)),
  ],
);
