import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/** What can pay a charge: a payment of Hearth's, one that the landlord says came another way, a credit, or writing off. */
export const leaseCreditKinds = ["payment", "outside", "credit", "writeOff"] as const;

/**
 * What pays charges of a lease. For a payment it says which lease the payment is for, from its checkout on; what it brings is posted by the
 * trigger of the journal. `receivedCents` is the sum of its entries and `usedCents` of its allocations, both kept by triggers: what is allocated never
 * exceeds what came in, by check.
 */
export const leaseCredits = pgTable(
  "lease_credits",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    kind: text("kind", { enum: leaseCreditKinds }).notNull(),
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The charges that the payer chose, in their order; without any the oldest come first. */
    chosen: uuid("chosen").array().notNull().default([]),
    receivedCents: integer("received_cents").notNull().default(0),
    usedCents: integer("used_cents").notNull().default(0),
    /** When it arrived: the block's time, or the start of the day that the landlord says; null before. */
    arrivedAt: instant("arrived_at"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("lease_credits_payment_key").on(table.paymentId),
    index("lease_credits_lease_idx").on(table.leaseId),
    index("lease_credits_unused_idx")
      .on(table.leaseId)
      .where(sql`${table.usedCents} < ${table.receivedCents}`),
    check("lease_credits_used_range", sql`${table.usedCents} between 0 and ${table.receivedCents}`),
    check("lease_credits_payment_named", sql`(${table.kind} = 'payment') = (${table.paymentId} is not null)`),
    check("lease_credits_kind_known", sql`${table.kind} in ('payment', 'outside', 'credit', 'writeOff')`),
  ],
);
