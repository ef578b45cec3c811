import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A merchant asks somebody, with or without an account, for an amount once. Whoever has its link may pay it; which payments were opened for it is in
 * `request_payments`, and a payment knows nothing of it. States: open -> paid (`paidAt`, kept by a trigger of the payments, so that it goes again where
 * a payment's block leaves the chain), or open -> withdrawn. Never removed, and what it asks for never changes.
 */
export const paymentRequests = pgTable(
  "payment_requests",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The secret in its link: 32 random bytes as hex. */
    reference: text("reference").notNull(),
    /** Who is asked, as the merchant named them. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    amountCents: integer("amount_cents").notNull(),
    description: text("description").notNull(),
    dueOn: date("due_on").notNull(),
    /** What the merchant's own software calls it. */
    outsideId: text("outside_id"),
    metadata: jsonb("metadata").$type<Record<string, string>>().notNull().default({}),
    /** Where whoever has paid may go back to, outside of Hearth. */
    returnUrl: text("return_url"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** How often it was mailed, and when last. */
    mailCount: integer("mail_count").notNull().default(1),
    mailedAt: instant("mailed_at").notNull(),
    withdrawnAt: instant("withdrawn_at"),
    /** When the first payment for it was completed that still is. */
    paidAt: instant("paid_at"),
  },
  (table) => [
    uniqueIndex("payment_requests_reference_key").on(table.reference),
    uniqueIndex("payment_requests_outside_key")
      .on(table.merchantId, table.outsideId)
      .where(sql`${table.outsideId} is not null`),
    index("payment_requests_merchant_idx").on(table.merchantId, table.createdAt, table.id),
    index("payment_requests_open_idx")
      .on(table.merchantId, table.createdAt, table.id)
      .where(sql`${table.paidAt} is null and ${table.withdrawnAt} is null`),
    index("payment_requests_withdrawn_idx")
      .on(table.merchantId, table.createdAt, table.id)
      .where(sql`${table.paidAt} is null and ${table.withdrawnAt} is not null`),
    index("payment_requests_paid_idx")
      .on(table.merchantId, table.createdAt, table.id)
      .where(sql`${table.paidAt} is not null`),
    check("payment_requests_amount_range", sql`${table.amountCents} between 100 and 1000000`),
    check("payment_requests_reference_shape", sql`${table.reference} ~ '^[0-9a-f]{64}$'`),
  ],
);
