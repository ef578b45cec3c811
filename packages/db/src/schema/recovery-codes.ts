import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A one-time code that replaces an account's authenticator app once, stored as its SHA-256 only. Deleted with the second factor it belongs
 * to.
 */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: text("code_hash").notNull(),
    createdAt: createdAt(),
    usedAt: instant("used_at"),
  },
  (table) => [uniqueIndex("recovery_codes_hash_key").on(table.codeHash), index("recovery_codes_user_idx").on(table.userId)],
);
