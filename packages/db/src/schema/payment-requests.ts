import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A merchant's request for an amount from somebody with or without an account. Anybody with its link may pay it. Payments opened for it are
 * in `request_payments`; a payment has no reference to it. States: open -> paid (`paidAt`), or open -> withdrawn. A trigger of the payments
 * maintains `paidAt`, so it is cleared if a payment's block leaves the chain. Never removed, and its terms never change.
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
    /** The person who is asked, as the merchant named them. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    amountCents: integer("amount_cents").notNull(),
    description: text("description").notNull(),
    dueOn: date("due_on").notNull(),
    /** The id in the merchant's own software. */
    outsideId: text("outside_id"),
    metadata: jsonb("metadata").$type<Record<string, string>>().notNull().default({}),
    /** The page outside Hearth to which a payer may return. */
    returnUrl: text("return_url"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** Number of mails sent for it, and when the last was. */
    mailCount: integer("mail_count").notNull().default(1),
    mailedAt: instant("mailed_at").notNull(),
    withdrawnAt: instant("withdrawn_at"),
    /** Completion time of the first payment for it that is still completed. */
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
