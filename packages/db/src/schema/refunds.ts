import { refundStatuses } from "@hearth/domain/refunds/status";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { disputes } from "./disputes.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { transfers } from "./transfers.ts";
import { users } from "./users.ts";

/**
 * One intention of a merchant to pay money of a completed payment back to its payer: to the wallet that paid, or to one that the payer has
 * named. It is completed exactly when a transfer from one of the merchant's payout wallets that is for it is counted, and never otherwise:
 * one that carries its binding, or one that carries none and fits no other open refund: `transferId` is unique and tied to the status by a
 * check. Its binding is looked for as long as the product lives. A payment has at most one open refund, by index.
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
    /** The wallet that paid, or the one that the payer had named when the refund was begun. */
    toAddress: hex("to_address").notNull(),
    /** What the transfer carries in its calldata. */
    binding: hex("binding").notNull(),
    status: text("status", { enum: refundStatuses }).notNull().default("open"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** The transfer that is counted for it. */
    transferId: uuid("transfer_id").references((): AnyPgColumn => transfers.id),
    completedAt: instant("completed_at"),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("refunds_binding_key").on(table.binding),
    uniqueIndex("refunds_transfer_key").on(table.transferId),
    index("refunds_dispute_idx")
      .on(table.disputeId)
      .where(sql`${table.disputeId} is not null`),
    index("refunds_recipient_idx").on(table.chainId, table.createdAt),
    uniqueIndex("refunds_one_open_key")
      .on(table.paymentId)
      .where(sql`${table.status} = 'open'`),
    // Whose open refund fits what left a payout wallet without a reference.
    index("refunds_open_to_idx")
      .on(sql`lower(${table.toAddress})`)
      .where(sql`${table.status} = 'open'`),
    index("refunds_payment_idx").on(table.paymentId, table.createdAt),
    check("refunds_amount_positive", sql`${table.amountCents} > 0`),
    check("refunds_status_known", sql`${table.status} in ('open', 'completed', 'cancelled')`),
    check("refunds_completed_has_transfer", sql`(${table.status} = 'completed') = (${table.transferId} is not null)`),
    check("refunds_completed_has_time", sql`(${table.status} = 'completed') = (${table.completedAt} is not null)`),
    check("refunds_cancelled_has_time", sql`${table.status} <> 'cancelled' or ${table.cancelledAt} is not null`),
  ],
);
