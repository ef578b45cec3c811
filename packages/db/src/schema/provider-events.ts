import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/**
 * A webhook of the provider with a valid signature, by the SHA-256 of its body, so that a repeat finds its row. It is only a hint and never
 * trusted as fact.
 */
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
