import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/** One code that stands in for an account's authenticator app, once: kept as its SHA-256 only. Gone with the second factor it belongs to. */
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
