import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";

/**
 * One answered write, by caller and the key that the client chose. Inserted in the write's own transaction, so the response exists exactly
 * when the effect does. A repeated call waits for the first and gets its response. `scope` is the user's id, or the checkout's reference
 * for a payer without an account.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    procedure: text("procedure").notNull(),
    /** SHA-256 of the canonical input. Another body with the same key is refused. */
    requestHash: text("request_hash").notNull(),
    response: jsonb("response"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "idempotency_keys_pkey", columns: [table.scope, table.key] }),
    index("idempotency_keys_created_idx").on(table.createdAt),
  ],
);
