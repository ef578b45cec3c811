import { refundGrounds } from "@hearth/domain/refunds/destination";
import { refundStatuses } from "@hearth/domain/refunds/status";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";
import { charges } from "./charges.ts";
import { disputes } from "./disputes.ts";
import { leaseCredits } from "./lease-credits.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { transfers } from "./transfers.ts";
import { users } from "./users.ts";

/**
 * One intention of a merchant to send money back. The money is of a completed payment or of a transfer without a payment
 * (`sourceTransferId`). A payment's money goes to a wallet that is known to be the payer's or that paid all of it; a transfer's to the
 * wallet that sent it. A payment or transfer has at most one open refund, by index.
 *
 * It is completed exactly when a transfer from one of the merchant's payout wallets counts for it. That transfer carries its binding, or
 * carries none and fits no other open refund. `transferId` is unique and tied to the status by a check. The watcher looks for its binding
 * forever.
 *
 * States: open -> completed | cancelled. Cancelled -> completed when the money is sent anyway. Completed -> open when its block leaves
 * the chain, or -> cancelled if it was cancelled before or another refund is open.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: primaryId(),
    /** The payment whose money it returns; null for a transfer's. */
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The transfer whose money it returns; null for a payment's. */
    sourceTransferId: uuid("source_transfer_id").references((): AnyPgColumn => transfers.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The approved dispute for which it is owed; null if the merchant gives it freely. */
    disputeId: uuid("dispute_id").references(() => disputes.id),
    /**
     * The charge of the payment's lease that it refunds. The part of the payment that paid this charge goes back first. A deposit named
     * here is returned and is not owed again. Null if no charge is named.
     */
    chargeId: uuid("charge_id").references(() => charges.id),
    /** The credit that keeps a returned deposit from being owed again; null if there is none. */
    leaseCreditId: uuid("lease_credit_id").references(() => leaseCredits.id),
    /** Whole cents for a payment; any amount for a transfer. */
    usdcUnits: usdcUnits("usdc_units").notNull(),
    chainId: integer("chain_id").notNull(),
    tokenAddress: hex("token_address").notNull(),
    /** For a payment's refund, the result of `refundDestination` when it was started. For a transfer, the wallet that sent it. */
    toAddress: hex("to_address").notNull(),
    /** Why a payment's refund may go to that wallet; null for a transfer's, and for refunds started before this was stored. */
    ground: text("ground", { enum: refundGrounds }),
    /** The mark in the transfer's calldata. */
    binding: hex("binding").notNull(),
    status: text("status", { enum: refundStatuses }).notNull().default("open"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** The transfer that counts for it. */
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
    // Finds the open refund for a transfer that left a payout wallet without a reference.
    index("refunds_open_to_idx")
      .on(sql`lower(${table.toAddress})`)
      .where(sql`${table.status} = 'open'`),
    uniqueIndex("refunds_one_open_of_transfer_key")
      .on(table.sourceTransferId)
      .where(sql`${table.status} = 'open'`),
    index("refunds_source_idx")
      .on(table.sourceTransferId, table.createdAt)
      .where(sql`${table.sourceTransferId} is not null`),
    index("refunds_payment_idx").on(table.paymentId, table.createdAt),
    check("refunds_units_positive", sql`${table.usdcUnits} > 0`),
    check("refunds_one_origin", sql`num_nonnulls(${table.paymentId}, ${table.sourceTransferId}) = 1`),
    check("refunds_dispute_of_payment", sql`${table.disputeId} is null or ${table.paymentId} is not null`),
    check("refunds_status_known", sql`${table.status} in ('open', 'completed', 'cancelled')`),
    check("refunds_completed_has_transfer", sql`(${table.status} = 'completed') = (${table.transferId} is not null)`),
    check("refunds_completed_has_time", sql`(${table.status} = 'completed') = (${table.completedAt} is not null)`),
    check("refunds_cancelled_has_time", sql`${table.status} <> 'cancelled' or ${table.cancelledAt} is not null`),
  ],
);
