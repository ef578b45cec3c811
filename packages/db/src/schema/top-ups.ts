import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { payments } from "./payments.ts";

/**
 * A further checkout for a payment that received too little. It asks for the missing amount, and money paid there counts for the payment.
 * As for a payment, its reference is secret, and the watcher looks for its binding forever, even after it ends. A payment has at most one
 * open top-up, by index.
 */
export const topUps = pgTable(
  "top_ups",
  {
    id: primaryId(),
    paymentId: uuid("payment_id")
      .notNull()
      .references((): AnyPgColumn => payments.id),
    /** The missing amount when it was opened. */
    amountCents: integer("amount_cents").notNull(),
    /** The secret in its address: 32 random bytes as hex. */
    reference: text("reference").notNull(),
    /** Derived from the reference and public on the chain, like a payment's. */
    binding: hex("binding").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    /** When it expired, was given up or replaced, or the payment was completed or cancelled. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("top_ups_reference_key").on(table.reference),
    uniqueIndex("top_ups_binding_key").on(table.binding),
    uniqueIndex("top_ups_one_open_key")
      .on(table.paymentId)
      .where(sql`${table.endedAt} is null`),
    // Lets transfers and relays reference only a top-up of their own payment.
    unique("top_ups_of_payment_key").on(table.id, table.paymentId),
    index("top_ups_open_idx")
      .on(table.expiresAt)
      .where(sql`${table.endedAt} is null`),
    // Finds the top-ups that a transfer without a reference could be for.
    index("top_ups_payment_idx").on(table.paymentId, table.createdAt),
    index("top_ups_amount_idx").on(table.amountCents, table.createdAt),
    check("top_ups_amount_range", sql`${table.amountCents} between 1 and 999999`),
    check("top_ups_reference_shape", sql`${table.reference} ~ '^[0-9a-f]{64}$'`),
  ],
);
