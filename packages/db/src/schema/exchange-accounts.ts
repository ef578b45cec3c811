import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * One account at the exchange that somebody gave access to, until they take it back. An account of ours has one at a time, and one of the
 * exchange's belongs to one of ours, both by index. Tokens are kept encrypted and only while they are good for something. It is connected
 * once its address is linked (a wallet of kind `exchange`).
 */
export const exchangeAccounts = pgTable(
  "exchange_accounts",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** Null until the exchange was asked. */
    externalUserId: text("external_user_id"),
    encryptedAccessToken: text("sealed_access_token"),
    encryptedRefreshToken: text("sealed_refresh_token"),
    accessExpiresAt: instant("access_expires_at").notNull(),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("exchange_accounts_user_key")
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex("exchange_accounts_external_key")
      .on(table.externalUserId)
      .where(sql`${table.endedAt} is null`),
  ],
);
