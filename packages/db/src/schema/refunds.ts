import { refundStatuses } from "@hearth/domain/refunds/status";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId } from "../columns.ts";
import { disputes } from "./disputes.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * One intention of a merchant to pay money of a completed payment back to a proven wallet of its payer. It is completed exactly when a
 * transfer from one of the merchant's payout wallets that carries its binding is counted for it (the last five columns), read from the
 * chain like any payment's; a log counts for one refund, and a dispute has at most one refund that is not cancelled, by index.
 *
 * States: open -> completed | cancelled; cancelled -> completed when the money comes all the same; completed -> open when its block
 * leaves the chain.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: primaryId(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The approved dispute that it is owed for; null where the merchant gives it freely. */
    disputeId: uuid("dispute_id").references(() => disputes.id),
    amountCents: integer("amount_cents").notNull(),
    chainId: integer("chain_id").notNull(),
    tokenAddress: hex("token_address").notNull(),
    /** A proven wallet of the payer, as it was when the refund was begun. */
    toAddress: hex("to_address").notNull(),
    /** What the transfer carries in its calldata. */
    binding: hex("binding").notNull(),
    status: text("status", { enum: refundStatuses }).notNull().default("open"),
    /** Up to which block its transfer has been looked for. */
    scannedTo: blockNumber("scanned_to").notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    completedAt: instant("completed_at"),
    finalAt: instant("final_at"),
    fromAddress: hex("from_address"),
    txHash: hex("tx_hash"),
    logIndex: integer("log_index"),
    blockNumber: blockNumber("block_number"),
    blockHash: hex("block_hash"),
  },
  (table) => [
    uniqueIndex("refunds_binding_key").on(table.binding),
    uniqueIndex("refunds_log_key").on(table.chainId, table.txHash, table.logIndex),
    uniqueIndex("refunds_dispute_key")
      .on(table.disputeId)
      .where(sql`${table.status} <> 'cancelled'`),
    uniqueIndex("refunds_one_open_key")
      .on(table.paymentId)
      .where(sql`${table.status} = 'open'`),
    index("refunds_payment_idx").on(table.paymentId, table.createdAt),
    index("refunds_watched_idx")
      .on(table.chainId)
      .where(sql`${table.finalAt} is null`),
    index("refunds_completed_idx").on(table.chainId, table.completedAt),
    check("refunds_amount_positive", sql`${table.amountCents} > 0`),
    check("refunds_status_known", sql`${table.status} in ('open', 'completed', 'cancelled')`),
    check(
      "refunds_completed_has_transfer",
      sql`(${table.status} = 'completed') = (${table.txHash} is not null and ${table.logIndex} is not null and ${table.blockHash} is not null and ${table.completedAt} is not null)`,
    ),
  ],
);
