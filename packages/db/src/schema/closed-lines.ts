import { bigint, index, pgTable, uuid } from "drizzle-orm/pg-core";
import { leaseEntries } from "./lease-entries.ts";
import { monthCloses } from "./month-closes.ts";

/** A line of a ledger that a closed month counts. One about a closed month that is not here came later, and is the next month's. */
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
