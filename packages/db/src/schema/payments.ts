import { paymentOddities, paymentStatuses, paymentTypes } from "@hearth/domain/payments/status";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { payees } from "./payees.ts";
import { transfers } from "./transfers.ts";
import { users } from "./users.ts";

/**
 * One intention to pay a merchant once, with its checkout. It is completed exactly when a transfer counts for it: `transferId` is unique
 * (one transfer, one payment), single (one payment, one transfer) and tied to the status by a check.
 *
 * States: pending -> completed | failed (expired) | cancelled. Failed and cancelled -> completed when the money comes late. Completed ->
 * its previous state when the transfer's block leaves the chain. Every change has a row in payment_events.
 */
export const payments = pgTable(
  "payments",
  {
    id: primaryId(),
    consumerId: uuid("consumer_id")
      .notNull()
      .references(() => users.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    payeeId: uuid("payee_id")
      .notNull()
      .references(() => payees.id),
    /** The payee's address at checkout; the only address that counts for this payment. */
    payeeAddress: hex("payee_address").notNull(),
    amountCents: integer("amount_cents").notNull(),
    chainId: integer("chain_id").notNull(),
    tokenAddress: hex("token_address").notNull(),
    paymentType: text("payment_type", { enum: paymentTypes }).notNull().default("one-time"),
    description: text("description").notNull(),
    aptNumber: text("apt_number"),
    notes: text("notes"),
    status: text("status", { enum: paymentStatuses }).notNull().default("pending"),
    oddity: text("oddity", { enum: paymentOddities }).notNull().default("none"),
    /** The secret in the checkout's address: 32 random bytes as hex. */
    reference: text("reference").notNull(),
    /** Derived from the reference and public on the chain: the authorization's nonce and the mark in calldata. */
    binding: hex("binding").notNull(),
    /** Short code that people can read to each other. */
    code: text("code").notNull(),
    transferId: uuid("transfer_id").references((): AnyPgColumn => transfers.id),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    /** When it expired or was cancelled. */
    endedAt: instant("ended_at"),
    completedAt: instant("completed_at"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("payments_reference_key").on(table.reference),
    uniqueIndex("payments_binding_key").on(table.binding),
    uniqueIndex("payments_transfer_key").on(table.transferId),
    uniqueIndex("payments_one_open_checkout_key")
      .on(table.consumerId, table.merchantId, table.amountCents)
      .where(sql`${table.status} = 'pending'`),
    index("payments_consumer_idx").on(table.consumerId, table.createdAt, table.id),
    index("payments_consumer_status_idx").on(table.consumerId, table.status, table.createdAt, table.id),
    index("payments_merchant_idx").on(table.merchantId, table.createdAt, table.id),
    index("payments_merchant_status_idx").on(table.merchantId, table.status, table.createdAt, table.id),
    index("payments_merchant_amount_idx").on(table.merchantId, table.amountCents, table.id),
    index("payments_merchant_status_amount_idx").on(table.merchantId, table.status, table.amountCents, table.id),
    index("payments_amount_idx").on(table.amountCents, table.id),
    index("payments_status_amount_idx").on(table.status, table.amountCents, table.id),
    index("payments_created_idx").on(table.createdAt, table.id),
    // Includes the amount, so that months are summed from the index alone.
    index("payments_status_time_idx").on(table.status, table.createdAt, table.id, table.amountCents),
    index("payments_code_idx").on(table.code),
    index("payments_open_idx")
      .on(table.expiresAt)
      .where(sql`${table.status} = 'pending'`),
    // Finds the newest payments that a transfer without a payment could be for. A merchant's completed ones are many more.
    index("payments_unpaid_idx")
      .on(sql`lower(${table.payeeAddress})`, table.amountCents, table.createdAt, table.id)
      .where(sql`${table.status} <> 'completed'`),
    index("payments_payee_amount_idx").on(sql`lower(${table.payeeAddress})`, table.amountCents),
    check("payments_amount_range", sql`${table.amountCents} between 100 and 1000000`),
    check("payments_completed_has_transfer", sql`(${table.status} = 'completed') = (${table.transferId} is not null)`),
    check("payments_completed_has_time", sql`(${table.status} = 'completed') = (${table.completedAt} is not null)`),
    check("payments_oddity_only_completed", sql`${table.oddity} = 'none' or ${table.status} = 'completed'`),
    check("payments_status_known", sql`${table.status} in ('pending', 'completed', 'failed', 'cancelled')`),
    check("payments_reference_shape", sql`${table.reference} ~ '^[0-9a-f]{64}$'`),
  ],
);
