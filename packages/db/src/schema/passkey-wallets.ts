import type { KeyWrap } from "@hearth/domain/passkey-wallet/key-wrap";
import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A wallet whose key its holder's passkeys open, at most one in use for each account. `recoveryWrap` is the key, encrypted for the recovery code: without that
 * code nobody can open it. A wallet that was taken out of use stays with its wraps, because its address may hold money.
 */
export const passkeyWallets = pgTable(
  "passkey_wallets",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** Checksummed. */
    address: hex("address").notNull(),
    recoveryWrap: jsonb("recovery_wrap").$type<KeyWrap>().notNull(),
    createdAt: createdAt(),
    /** Set when its owner deleted it, or took the account back after it was made. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("passkey_wallets_user_key")
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
    index("passkey_wallets_user_idx").on(table.userId),
    check("passkey_wallets_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);
