import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";

export const relayTransactionStatuses = ["sent", "mined", "reverted", "lost"] as const;

/**
 * A transaction of the relayer that carries one or more authorizations. The signed transaction is stored before it is sent, so a restarted
 * process sends the same one again. At most one per key is in flight, by index. Outbidding keeps the row and content and changes the hash.
 * The result of each authorization is in its own row, never here.
 *
 * States: sent -> mined | reverted | lost. Lost: another transaction took its nonce, or no authorization in it waits for it any more.
 */
export const relayTransactions = pgTable(
  "relay_transactions",
  {
    id: primaryId(),
    chainId: integer("chain_id").notNull(),
    relayerAddress: hex("relayer_address").notNull(),
    status: text("status", { enum: relayTransactionStatuses }).notNull().default("sent"),
    /** Number of authorizations in it. */
    carries: integer("carries").notNull(),
    accountNonce: integer("account_nonce").notNull(),
    /** `0x` once it is over, because it contains the payers' signatures. */
    rawTransaction: hex("raw_transaction").notNull(),
    txHash: hex("tx_hash").notNull(),
    /** Maximum fee in wei per gas. */
    maxFeePerGas: usdcUnits("max_fee_per_gas").notNull(),
    /** Number of times it was signed. Each after the first outbids the one before. */
    attempts: integer("attempts").notNull().default(1),
    createdAt: createdAt(),
    /** When it was last signed. */
    sentAt: instant("sent_at").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("relay_transactions_one_in_flight_key")
      .on(table.chainId, table.relayerAddress)
      .where(sql`${table.status} = 'sent'`),
  ],
);
