import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * The signed payee cards of a merchant, in order. A card says which wallet the merchant is paid at, signed by a wallet and not by the server.
 * Append-only by trigger. The chain and the contract of USDC are those of the installation.
 */
export const payeeCards = pgTable(
  "payee_cards",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** Counts the merchant's cards, from 1. */
    sequence: integer("sequence").notNull(),
    /** The EIP-712 hash of the card. */
    hash: hex("hash").notNull(),
    /** The hash of the card before; zero for the first. */
    previousHash: hex("previous_hash").notNull(),
    /** The merchant's name on the card. */
    name: text("name").notNull(),
    /** Checksummed. */
    address: hex("address").notNull(),
    /** In whole seconds. */
    validFrom: instant("valid_from").notNull(),
    signature: hex("signature").notNull(),
    /** True if the wallet of the card before signed, or of the first card. Otherwise the card's own wallet signed alone. */
    isAgreed: boolean("is_agreed").notNull(),
    createdAt: createdAt(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    uniqueIndex("payee_cards_sequence_key").on(table.merchantId, table.sequence),
    check("payee_cards_sequence_counts", sql`${table.sequence} between 1 and 50`),
    check("payee_cards_hash_shape", sql`${table.hash} ~ '^0x[0-9a-f]{64}$' and ${table.previousHash} ~ '^0x[0-9a-f]{64}$'`),
    check("payee_cards_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
    check("payee_cards_signature_shape", sql`${table.signature} ~ '^0x[0-9a-f]{130}$'`),
  ],
);
