import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * An exchange account to which a user gave access, until they revoke it. A user has one at a time, and an exchange account belongs to one
 * user, both by index. Tokens are stored encrypted and only while they are usable. It is connected once its address is linked (a wallet of
 * kind `exchange`).
 */
export const exchangeAccounts = pgTable(
  "exchange_accounts",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** Null until the exchange has returned it. */
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
