import { claimStatuses } from "@hearth/domain/payments/claims";
import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { payments } from "./payments.ts";
import { transfers } from "./transfers.ts";
import { users } from "./users.ts";

/**
 * A payer's claim that a named transaction paid one of their payments, for the merchant to confirm or refuse. One row per payment and
 * transaction, by index. It proves nothing, not even that the transaction exists. The merchant sees it once a transfer of that hash to the
 * merchant fits no payment.
 *
 * States: open -> confirmed | refused | withdrawn. Withdrawn -> open when it is claimed again. Refused -> confirmed when the transfer is
 * attached to the payment anyway. Confirmed -> open when the attachment is undone.
 */
export const transferClaims = pgTable(
  "transfer_claims",
  {
    id: primaryId(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    payerId: uuid("payer_id")
      .notNull()
      .references(() => users.id),
    /** Lower case. */
    txHash: hex("tx_hash").notNull(),
    /** The amount that the payer claims to have sent. */
    amountCents: integer("amount_cents").notNull(),
    /** The day on which the payer claims to have sent it. */
    sentOn: date("sent_on").notNull(),
    status: text("status", { enum: claimStatuses }).notNull().default("open"),
    createdAt: createdAt(),
    /** The transfer that was attached to the payment for it. */
    transferId: uuid("transfer_id").references(() => transfers.id),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by").references(() => users.id),
    /** Reason of the refusal, shown to the payer. */
    reason: text("reason"),
  },
  (table) => [
    uniqueIndex("transfer_claims_once_key").on(table.paymentId, table.txHash),
    index("transfer_claims_open_hash_idx")
      .on(table.txHash)
      .where(sql`${table.status} = 'open'`),
    index("transfer_claims_open_payer_idx")
      .on(table.payerId)
      .where(sql`${table.status} = 'open'`),
    index("transfer_claims_payer_idx").on(table.payerId),
    index("transfer_claims_transfer_idx")
      .on(table.transferId)
      .where(sql`${table.transferId} is not null`),
    check("transfer_claims_status_known", sql`${table.status} in ('open', 'confirmed', 'refused', 'withdrawn')`),
    check("transfer_claims_hash_shape", sql`${table.txHash} ~ '^0x[0-9a-f]{64}$'`),
    check("transfer_claims_amount_positive", sql`${table.amountCents} > 0`),
    check("transfer_claims_confirmed_has_transfer", sql`(${table.status} = 'confirmed') = (${table.transferId} is not null)`),
    check("transfer_claims_refused_has_reason", sql`(${table.status} = 'refused') = (${table.reason} is not null)`),
    check(
      "transfer_claims_decided_whole",
      sql`(${table.decidedAt} is null) = (${table.decidedBy} is null) and (${table.decidedAt} is not null) = (${table.status} in ('confirmed', 'refused'))`,
    ),
  ],
);
