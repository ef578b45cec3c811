import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/**
 * How often something was tried that is limited for all processes together, such as a password. The key names the limit and, as a SHA-256, what
 * it is counted by: no e-mail and no address of the network stands here. A row whose window is over counts for nothing.
 */
export const attempts = pgTable(
  "attempts",
  {
    key: text("key").primaryKey(),
    used: integer("used").notNull(),
    resetsAt: instant("resets_at").notNull(),
  },
  (table) => [index("attempts_resets_idx").on(table.resetsAt)],
);
