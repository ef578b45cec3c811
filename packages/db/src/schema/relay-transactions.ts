import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";

export const relayTransactionStatuses = ["sent", "mined", "reverted", "lost"] as const;

/**
 * One transaction of the relayer, which carries one authorization or several. It is stored, signed, before it is sent, so that a killed process
 * sends the same one again; at most one is sent and not over per key, by index. States: sent -> mined | reverted | lost. Lost: its account nonce
 * went to another, or nothing that it carries waits for it any more. An outbid one stays the same row with the same content and another hash.
 * What became of each authorization is said by the authorization's own row, never here.
 */
export const relayTransactions = pgTable(
  "relay_transactions",
  {
    id: primaryId(),
    chainId: integer("chain_id").notNull(),
    relayerAddress: hex("relayer_address").notNull(),
    status: text("status", { enum: relayTransactionStatuses }).notNull().default("sent"),
    /** How many authorizations it carries. */
    carries: integer("carries").notNull(),
    accountNonce: integer("account_nonce").notNull(),
    /** `0x` once it is over: it holds the payers' signatures. */
    rawTransaction: hex("raw_transaction").notNull(),
    txHash: hex("tx_hash").notNull(),
    /** Wei per gas that it offers. */
    maxFeePerGas: usdcUnits("max_fee_per_gas").notNull(),
    /** How often it was signed; each time after the first outbids the one before. */
    attempts: integer("attempts").notNull().default(1),
    createdAt: createdAt(),
    /** When it was signed last. */
    sentAt: instant("sent_at").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("relay_transactions_one_in_flight_key")
      .on(table.chainId, table.relayerAddress)
      .where(sql`${table.status} = 'sent'`),
  ],
);
