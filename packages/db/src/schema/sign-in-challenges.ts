import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { users } from "./users.ts";

/**
 * An admin sign-in with a correct password that waits for a second factor to be set up. It grants no access. Valid for ten minutes, once;
 * stored as its token's SHA-256 only. One row per account, because a newer sign-in replaces the previous one.
 */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    tokenHash: text("token_hash").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [uniqueIndex("sign_in_challenges_token_hash_key").on(table.tokenHash)],
);
