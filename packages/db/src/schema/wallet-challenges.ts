import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant } from "../columns.ts";
import { users } from "./users.ts";

/** A challenge to prove a wallet: the nonce in its message, for one account and address, used once, valid for ten minutes. */
export const walletChallenges = pgTable(
  "wallet_challenges",
  {
    nonce: text("nonce").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    address: hex("address").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("wallet_challenges_expires_idx").on(table.expiresAt)],
);
