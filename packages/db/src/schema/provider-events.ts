import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** One webhook of the provider whose signature was right, by the SHA-256 of its body: a repeat finds its row. It is a hint and holds no truth. */
export const providerEvents = pgTable(
  "provider_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    userRef: text("user_ref"),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("provider_events_received_idx").on(table.receivedAt)],
);
