import { bigint, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { leaseEntries } from "./lease-entries.ts";
import { monthCloses } from "./month-closes.ts";

/**
 * A ledger line that a closed month includes. A line about a closed month without a row here was added later and belongs to the next month.
 */
export const closedLines = pgTable(
  "closed_lines",
  {
    entryId: bigint("entry_id", { mode: "number" })
      .primaryKey()
      .references(() => leaseEntries.id),
    closeId: uuid("close_id")
      .notNull()
      .references(() => monthCloses.id),
  },
  (table) => [index("closed_lines_close_idx").on(table.closeId)],
);
