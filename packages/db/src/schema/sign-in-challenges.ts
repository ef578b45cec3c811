import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { users } from "./users.ts";

/**
 * One sign-in to the admin area that waits for a second factor to be set up: it says that the password was right, and opens nothing. Good for
 * ten minutes, once; kept as its token's SHA-256 only. One row per account, because a newer sign-in takes the place of the one before.
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
