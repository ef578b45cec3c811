import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

export const walletKinds = ["external", "smart", "exchange", "payout"] as const;
export type WalletKind = (typeof walletKinds)[number];

/**
 * An address linked to an account, from linking to unlinking. Active addresses are unique over all accounts by index (compared without
 * case). Only a row with `provenAt`, set by a verified signature, attributes money to the account.
 */
export const wallets = pgTable(
  "wallets",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: walletKinds }).notNull(),
    /** Checksummed. */
    address: hex("address").notNull(),
    provenAt: instant("proven_at"),
    /** Set when the address is proven, until its earlier transfers have been matched again. */
    lookBackDueAt: instant("look_back_due_at"),
    createdAt: createdAt(),
    unlinkedAt: instant("unlinked_at"),
  },
  (table) => [
    uniqueIndex("wallets_active_address_key")
      .on(sql`lower(${table.address})`)
      .where(sql`${table.unlinkedAt} is null`),
    uniqueIndex("wallets_active_kind_key")
      .on(table.userId, table.kind)
      .where(sql`${table.unlinkedAt} is null`),
    // Finds everybody who ever linked an address.
    index("wallets_address_idx").on(sql`lower(${table.address})`),
    index("wallets_user_idx").on(table.userId),
    index("wallets_look_back_idx")
      .on(table.lookBackDueAt)
      .where(sql`${table.lookBackDueAt} is not null`),
    check("wallets_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
    check("wallets_kind_known", sql`${table.kind} in ('external', 'smart', 'exchange', 'payout')`),
  ],
);
