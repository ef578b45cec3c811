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
 * One intention of a merchant to send money back: of a completed payment to its payer, to a wallet that is known to be theirs or that paid all of
 * it; or of a transfer that no payment has (`sourceTransferId`) to the wallet that sent it. It is completed exactly when a transfer from one of
 * the merchant's payout wallets that is for it is counted, and never otherwise: one that carries its binding, or one that carries none and fits
 * no other open refund. `transferId` is unique and tied to the status by a check. Its binding is looked for as long as the product lives. A
 * payment or transfer has at most one that is open, by index.
 *
 * States: open -> completed | cancelled; cancelled -> completed when the money comes all the same; completed -> open when its block
 * leaves the chain.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: primaryId(),
    /** The payment whose money it is; null where it is a transfer's. */
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The transfer whose money it is; null where it is a payment's. */
    sourceTransferId: uuid("source_transfer_id").references((): AnyPgColumn => transfers.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The approved dispute that it is owed for; null where the merchant gives it freely. */
    disputeId: uuid("dispute_id").references(() => disputes.id),
    /**
     * The charge of the payment's lease that it is of: what the payment paid of it goes back before anything else does. A deposit that it names is given
     * back, and is not owed again. Null where nothing is named.
     */
    chargeId: uuid("charge_id").references(() => charges.id),
    /** The credit that keeps a deposit from being owed again once it was given back; null while there is none. */
    leaseCreditId: uuid("lease_credit_id").references(() => leaseCredits.id),
    /** Whole cents for a payment; for a transfer whatever came. */
    usdcUnits: usdcUnits("usdc_units").notNull(),
    chainId: integer("chain_id").notNull(),
    tokenAddress: hex("token_address").notNull(),
    /** A payment's refund goes where `refundDestination` said when it was begun; a transfer's money to the wallet that sent it. */
    toAddress: hex("to_address").notNull(),
    /** Why a payment's refund may go there; null for a transfer's, and for those that were begun before this was kept. */
    ground: text("ground", { enum: refundGrounds }),
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
