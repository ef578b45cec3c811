import { ownerConfirmations } from "@hearth/domain/auth/second-factor";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { hex, instant } from "../columns.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * Where refunds of one payment go, other than to the wallet that paid: a row where the merchant has asked the payer to name a wallet, or where
 * the payer has named one. A wallet is named by its own signature together with the payer's password (and second factor, where one is on);
 * naming again replaces it, and the audit log keeps both. Refunds that are open keep the wallet that they were begun with.
 */
export const refundDestinations = pgTable(
  "refund_destinations",
  {
    paymentId: uuid("payment_id")
      .primaryKey()
      .references(() => payments.id),
    /** The payment's, so that what somebody is asked for is found without going through what they paid. */
    payerId: uuid("payer_id")
      .notNull()
      .references(() => users.id),
    requestedAt: instant("requested_at"),
    requestedBy: uuid("requested_by").references(() => users.id),
    /** What the merchant wants to send back. */
    requestedCents: integer("requested_cents"),
    /** Checksummed. */
    address: hex("address"),
    namedAt: instant("named_at"),
    /** What was shown beside the wallet's signature. */
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
