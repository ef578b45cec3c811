import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { charges } from "./charges.ts";
import { leases } from "./leases.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/** What can pay a charge: a payment of Hearth's, one that the landlord says came another way, a credit, or writing off. */
export const leaseCreditKinds = ["payment", "outside", "credit", "writeOff"] as const;

/**
 * What pays charges of a lease. For a payment it names the lease that the payment is for: from its checkout on, or since the landlord gave it to that
 * lease. `post_lease_payment` writes the lines of a payment; it derives them from the journal and the transfers. Triggers keep `receivedCents` as the sum
 * of the credit's entries and `usedCents` as the sum of its allocations; a check holds that no more is allocated than came in.
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
    /** What `receivedCents` cannot hold: the sum of the entries is both together. Only `receivedCents` can be allocated. */
    beyondCents: bigint("beyond_cents", { mode: "number" }).notNull().default(0),
    /**
     * The start of the day that the landlord says; for a payment, when its first money arrived. Money of a payment may arrive on several days: the day of
     * each cent is in the lines and allocations. Null before anything arrived.
     */
    arrivedAt: instant("arrived_at"),
    /** Whether money counts that arrived for the payment while it is short. Set once the lease accepts partial payments and such money is there. */
    countsShort: boolean("counts_short").notNull().default(false),
    /** When the landlord gave the payment to this lease; null where its checkout named the lease. */
    givenAt: instant("given_at"),
    /** When the landlord took the payment away from the lease; it then counts in none. */
    takenAwayAt: instant("taken_away_at"),
    /** The deposit that a credit gives back or keeps: it takes the place of the money that was held, and is no gift of the landlord's. */
    depositChargeId: uuid("deposit_charge_id").references((): AnyPgColumn => charges.id),
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
