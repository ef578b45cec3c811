import type { KeyWrap } from "@hearth/domain/passkey-wallet/key-wrap";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { passkeyWallets } from "./passkey-wallets.ts";

/**
 * A passkey of a wallet, of the wallet page's host, with the wallet's key encrypted for it. The other columns are as in `passkeys`. A removed passkey stays for
 * some weeks, so that an owner who takes the account back has it again.
 */
export const passkeyWalletPasskeys = pgTable(
  "passkey_wallet_passkeys",
  {
    id: primaryId(),
    walletId: uuid("wallet_id")
      .notNull()
      .references(() => passkeyWallets.id),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull(),
    publicKey: text("public_key").notNull(),
    signCount: bigint("sign_count", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull().default([]),
    isBackedUp: boolean("is_backed_up").notNull(),
    wrap: jsonb("wrap").$type<KeyWrap>().notNull(),
    createdAt: createdAt(),
    /** When the page last said that it used the passkey. Nobody verifies it. */
    lastUsedAt: instant("last_used_at"),
    removedAt: instant("removed_at"),
  },
  (table) => [
    uniqueIndex("passkey_wallet_passkeys_credential_key").on(table.credentialId),
    index("passkey_wallet_passkeys_wallet_idx").on(table.walletId),
    index("passkey_wallet_passkeys_removed_idx")
      .on(table.removedAt)
      .where(sql`${table.removedAt} is not null`),
  ],
);
