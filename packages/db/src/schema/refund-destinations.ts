import { ownerConfirmations } from "@hearth/domain/auth/second-factor";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { hex, instant } from "../columns.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * Destination of a payment's refunds other than the wallet that paid. A row exists if the merchant has asked the payer to name a wallet, or
 * the payer has named one. Naming takes a signature of that wallet and the payer's password (and second factor, if set up). Naming again
 * replaces it, and the audit log keeps both. Open refunds keep the wallet they were started with.
 */
export const refundDestinations = pgTable(
  "refund_destinations",
  {
    paymentId: uuid("payment_id")
      .primaryKey()
      .references(() => payments.id),
    /** The payment's payer, so that requests to a payer are found without reading all their payments. */
    payerId: uuid("payer_id")
      .notNull()
      .references(() => users.id),
    requestedAt: instant("requested_at"),
    requestedBy: uuid("requested_by").references(() => users.id),
    /** Amount that the merchant wants to send back. */
    requestedCents: integer("requested_cents"),
    /** Checksummed. */
    address: hex("address"),
    namedAt: instant("named_at"),
    /** The payer's proof besides the wallet's signature. */
    confirmedBy: text("confirmed_by", { enum: ownerConfirmations }),
  },
  (table) => [
    index("refund_destinations_unnamed_idx")
      .on(table.payerId, table.requestedAt)
      .where(sql`${table.address} is null`),
    check(
      "refund_destinations_request_whole",
      sql`(${table.requestedAt} is null) = (${table.requestedBy} is null) and (${table.requestedAt} is null) = (${table.requestedCents} is null)`,
    ),
    check(
      "refund_destinations_named_whole",
      sql`(${table.address} is null) = (${table.namedAt} is null) and (${table.address} is null) = (${table.confirmedBy} is null)`,
    ),
    check("refund_destinations_says_something", sql`${table.requestedAt} is not null or ${table.address} is not null`),
    check("refund_destinations_cents_positive", sql`${table.requestedCents} > 0`),
    check("refund_destinations_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);
