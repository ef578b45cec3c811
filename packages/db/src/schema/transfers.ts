import { transferBindings, transferVerdicts } from "@hearth/domain/payments/status";
import { refundProblems } from "@hearth/domain/refunds/problems";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, check, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { refunds } from "./refunds.ts";
import { topUps } from "./top-ups.ts";

/** Columns of the table or of a query. */
type Columns = Record<
  | "verdict"
  | "countedAt"
  | "deepAt"
  | "refundId"
  | "senderMerchantId"
  | "refundProblem"
  | "givenBackAt"
  | "reorgedAt"
  | "setAsideAt"
  | "sentBackBy",
  SQLWrapper
>;

/**
 * True for a transfer that reached a merchant, pays nothing, and was neither set aside nor sent back. Uses literals like its indexes, so
 * that PostgreSQL can match them.
 */
export function needsAttention(table: Pick<Columns, "verdict" | "reorgedAt" | "setAsideAt" | "sentBackBy">): SQL {
  return sql`${table.verdict} not in ('matched', 'part') and ${table.reorgedAt} is null and ${table.setAsideAt} is null and ${table.sentBackBy} is null`;
}

/** True for a transfer that pays nothing and that a person set aside. Uses literals like its indexes. */
export function wasSetAside(table: Pick<Columns, "reorgedAt" | "setAsideAt" | "sentBackBy">): SQL {
  return sql`${table.setAsideAt} is not null and ${table.sentBackBy} is null and ${table.reorgedAt} is null`;
}

/** True for a transfer that pays nothing and was sent back to its sender. Uses literals like its indexes. */
export function wasReturned(table: Pick<Columns, "reorgedAt" | "sentBackBy">): SQL {
  return sql`${table.sentBackBy} is not null and ${table.reorgedAt} is null`;
}

/**
 * True for a transfer that pays a payment, alone or as a part, and does not count yet. Uses literals like its index: with parameters
 * PostgreSQL could not match the index.
 */
export function isPendingCredit(table: Columns): SQL {
  return sql`${table.verdict} in ('matched', 'part') and ${table.countedAt} is null and ${table.reorgedAt} is null`;
}

/** True for a transfer that is too small for its payment and not known to have enough confirmations. Uses literals like its index. */
export function lacksConfirmations(table: Pick<Columns, "verdict" | "countedAt" | "deepAt" | "reorgedAt">): SQL {
  return sql`${table.verdict} in ('short', 'part') and ${table.countedAt} is null and ${table.deepAt} is null and ${table.reorgedAt} is null`;
}

/** True for a refund transfer from the merchant's wallet to the payer's that does not count as returned yet. */
export function isPendingReturn(table: Columns): SQL {
  return sql`${table.refundId} is not null and ${table.senderMerchantId} is not null and ${table.givenBackAt} is null and ${table.reorgedAt} is null and (${table.refundProblem} is null or ${table.refundProblem} not in ('foreignWallet', 'wrongAddress'))`;
}

/**
 * A USDC transfer log to a payee, or one with a refund's binding: the unit of credit. Stored whether or not it fits anything.
 *
 * It is unique by chain, transaction and log index while its block is on the chain. Transaction, token, sender, recipient, units and binding
 * of a row never change. A transfer whose block left the chain keeps its row with `reorgedAt`. If it is mined again in another block, the
 * same row is reused with that block and log index.
 *
 * For a payment: `paymentId` is the payment it is bound to. It counts if it is the payment's `transferId` or has the verdict `part`. For a
 * refund: `refundId`, its problem, and since when it counts as returned.
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
    /** The merchant whose payout wallet received it; null if it only went out. */
    merchantId: uuid("merchant_id").references(() => merchants.id),
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The payment's top-up that it was sent for; null for the payment's own checkout. */
    topUpId: uuid("top_up_id"),
    /** The verdict on the transfer. Set exactly if a payout wallet received it. */
    verdict: text("verdict", { enum: transferVerdicts }),
    /** The merchant whose payout wallet sent the money; null if it came from elsewhere. */
    senderMerchantId: uuid("sender_merchant_id").references(() => merchants.id),
    /** The refund whose binding it carries, or, without a binding, the only open refund that it fits. */
    refundId: uuid("refund_id").references((): AnyPgColumn => refunds.id),
    /** Null if it is exactly what the refund asked for. */
    refundProblem: text("refund_problem", { enum: refundProblems }),
    /** When it was counted for its payment. While it pays one and this is null, it waits for confirmations. */
    countedAt: instant("counted_at"),
    /**
     * When a too small transfer had enough confirmations for its payment. From then on it counts in a lease that accepts partial payments.
     * A trigger clears it when the transfer leaves the chain, its payment or its verdict.
     */
    deepAt: instant("deep_at"),
    /** When it had enough confirmations to count as returned to the payer. */
    givenBackAt: instant("given_back_at"),
    /** The transfer with which all of this money had gone back to its sender. It then needs nobody's attention. */
    sentBackBy: uuid("sent_back_by").references((): AnyPgColumn => transfers.id),
    seenAt: instant("seen_at").notNull(),
    /** When the merchant marked it as no payment. It then needs nobody's attention. */
    setAsideAt: instant("set_aside_at"),
    finalAt: instant("final_at"),
    reorgedAt: instant("orphaned_at"),
    createdAt: createdAt(),
  },
  (table) => [
    // Excludes rows whose block left the chain: in another block, their place may be another log's.
    uniqueIndex("transfers_living_log_key")
      .on(table.chainId, table.txHash, table.logIndex)
      .where(sql`${table.reorgedAt} is null`),
    index("transfers_transaction_idx").on(table.chainId, table.txHash),
    index("transfers_payment_idx").on(table.paymentId),
    index("transfers_merchant_idx").on(table.merchantId, table.blockTime, table.id),
    index("transfers_unfinal_idx")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.finalAt} is null`),
    index("transfers_block_idx")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.reorgedAt} is null`),
    index("transfers_odd_idx")
      .on(table.blockTime, table.id)
      .where(sql`${table.verdict} not in ('matched', 'part') and ${table.reorgedAt} is null`),
    // Handled transfers, overall and per merchant, with one index for each way. Either way may have any number of rows.
    index("transfers_set_aside_idx").on(table.blockTime, table.id).where(wasSetAside(table)),
    index("transfers_merchant_set_aside_idx").on(table.merchantId, table.blockTime, table.id).where(wasSetAside(table)),
    index("transfers_sent_back_idx").on(table.blockTime, table.id).where(wasReturned(table)),
    index("transfers_merchant_sent_back_idx").on(table.merchantId, table.blockTime, table.id).where(wasReturned(table)),
    // Transfers that need attention: overall, per merchant, and the oldest of each verdict.
    index("transfers_open_odd_idx").on(table.blockTime, table.id).where(needsAttention(table)),
    index("transfers_merchant_open_odd_idx").on(table.merchantId, table.blockTime, table.id).where(needsAttention(table)),
    index("transfers_verdict_open_odd_idx").on(table.verdict, table.blockTime).where(needsAttention(table)),
    index("transfers_refund_idx")
      .on(table.refundId, table.blockNumber, table.logIndex)
      .where(sql`${table.refundId} is not null`),
    index("transfers_waiting_idx").on(table.chainId, table.blockNumber, table.logIndex).where(isPendingCredit(table)),
    index("transfers_not_deep_idx").on(table.chainId, table.blockNumber, table.logIndex).where(lacksConfirmations(table)),
    index("transfers_to_give_back_idx").on(table.chainId, table.blockNumber, table.logIndex).where(isPendingReturn(table)),
    // Finds transfers that a newly proven wallet had sent, and transfers of a purchase.
    index("transfers_sender_idx")
      .on(sql`lower(${table.fromAddress})`)
      .where(sql`${table.verdict} = 'unmatched' and ${table.reorgedAt} is null`),
    // Finds a merchant's payments that are short, to which more money could be added.
    index("transfers_short_idx")
      .on(table.merchantId, table.paymentId)
      .where(sql`${table.verdict} = 'short' and ${table.reorgedAt} is null`),
    // Finds the transfer of an authorization by its nonce.
    index("transfers_binding_idx")
      .on(table.binding)
      .where(sql`${table.binding} is not null`),
    index("transfers_hash_idx").on(sql`lower(${table.txHash})`),
    index("transfers_attached_idx")
      .on(table.blockTime, table.id)
      .where(sql`${table.boundBy} = 'admin' and ${table.reorgedAt} is null`),
    foreignKey({
      name: "transfers_top_up_fk",
      columns: [table.topUpId, table.paymentId],
      foreignColumns: [topUps.id, topUps.paymentId],
    }),
    uniqueIndex("transfers_one_match_key")
      .on(table.paymentId)
      .where(sql`${table.verdict} = 'matched' and ${table.reorgedAt} is null`),
    check("transfers_sent_back_unmatched", sql`${table.sentBackBy} is null or ${table.verdict} not in ('matched', 'part')`),
    check("transfers_set_aside_unmatched", sql`${table.setAsideAt} is null or ${table.verdict} not in ('matched', 'part')`),
    check(
      "transfers_matched_has_payment",
      sql`${table.verdict} = 'unmatched' or ${table.verdict} is null or ${table.paymentId} is not null`,
    ),
    check("transfers_top_up_has_payment", sql`${table.topUpId} is null or ${table.paymentId} is not null`),
    check("transfers_verdict_when_received", sql`(${table.verdict} is null) = (${table.merchantId} is null)`),
    check(
      "transfers_concerns_somebody",
      sql`${table.merchantId} is not null or ${table.senderMerchantId} is not null or ${table.refundId} is not null`,
    ),
    check("transfers_problem_has_refund", sql`${table.refundProblem} is null or ${table.refundId} is not null`),
    check(
      "transfers_given_back_for_refund",
      sql`${table.givenBackAt} is null or (${table.refundId} is not null and ${table.senderMerchantId} is not null and ${table.reorgedAt} is null)`,
    ),
    check(
      "transfers_counted_for_payment",
      sql`${table.countedAt} is null or (${table.paymentId} is not null and ${table.reorgedAt} is null)`,
    ),
    check("transfers_units_positive", sql`${table.usdcUnits} >= 0`),
  ],
);
