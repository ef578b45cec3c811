import { transferVerdicts } from "@hearth/domain/payments/status";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";

/** What said which payment a transfer is for: its own reference, the payer's proven wallet, a person, or the onramp that was paid for it. */
export const transferBindings = ["authorization", "calldata", "wallet", "admin", "onramp"] as const;

/**
 * One USDC transfer log to a payee, as the chain holds it: the unit of credit, unique by chain, transaction and log index. Seen and
 * kept whether it fits a payment or not. `paymentId` is the payment it is bound to; whether it was counted is the payment's `transferId`.
 * A transfer whose block left the chain keeps its row with `orphanedAt`; if it comes back, the same row comes back.
 */
export const transfers = pgTable(
  "transfers",
  {
    id: primaryId(),
    chainId: integer("chain_id").notNull(),
    txHash: hex("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    blockNumber: blockNumber("block_number").notNull(),
    blockHash: hex("block_hash").notNull(),
    blockTime: instant("block_time").notNull(),
    tokenAddress: hex("token_address").notNull(),
    fromAddress: hex("from_address").notNull(),
    toAddress: hex("to_address").notNull(),
    usdcUnits: usdcUnits("usdc_units").notNull(),
    binding: hex("binding"),
    boundBy: text("bound_by", { enum: transferBindings }),
    /** Whose wallet received it. */
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    paymentId: uuid("payment_id").references(() => payments.id),
    verdict: text("verdict", { enum: transferVerdicts }).notNull(),
    seenAt: instant("seen_at").notNull(),
    /** When the merchant said that it is no payment; it then asks for nobody's attention. */
    setAsideAt: instant("set_aside_at"),
    finalAt: instant("final_at"),
    orphanedAt: instant("orphaned_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("transfers_log_key").on(table.chainId, table.txHash, table.logIndex),
    index("transfers_payment_idx").on(table.paymentId),
    index("transfers_merchant_idx").on(table.merchantId, table.blockTime, table.id),
    index("transfers_unfinal_idx")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.finalAt} is null`),
    index("transfers_odd_idx")
      .on(table.blockTime, table.id)
      .where(sql`${table.verdict} <> 'matched' and ${table.orphanedAt} is null`),
    index("transfers_attached_idx")
      .on(table.blockTime, table.id)
      .where(sql`${table.boundBy} = 'admin' and ${table.orphanedAt} is null`),
    uniqueIndex("transfers_one_match_key")
      .on(table.paymentId)
      .where(sql`${table.verdict} = 'matched' and ${table.orphanedAt} is null`),
    check("transfers_set_aside_unmatched", sql`${table.setAsideAt} is null or ${table.verdict} <> 'matched'`),
    check("transfers_matched_has_payment", sql`${table.verdict} = 'unmatched' or ${table.paymentId} is not null`),
    check("transfers_units_positive", sql`${table.usdcUnits} >= 0`),
  ],
);
