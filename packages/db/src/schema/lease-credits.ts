import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { charges } from "./charges.ts";
import { leases } from "./leases.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/** Kinds of credit: a payment through Hearth, one that the landlord recorded from elsewhere, a credit, or a write-off. */
export const leaseCreditKinds = ["payment", "outside", "credit", "writeOff"] as const;

/**
 * A credit that pays charges of a lease. For a payment, it names the lease: from its checkout on, or since the landlord assigned it.
 * `post_lease_payment` writes the lines of a payment, derived from the journal and the transfers. Triggers maintain `receivedCents` as the
 * sum of the credit's entries and `usedCents` as the sum of its allocations. A check ensures that no more is allocated than was received.
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
    /** The charges that the payer chose, in order. Without any, the oldest are paid first. */
    chosen: uuid("chosen").array().notNull().default([]),
    receivedCents: integer("received_cents").notNull().default(0),
    usedCents: integer("used_cents").notNull().default(0),
    /**
     * The amount that exceeds the range of `receivedCents`: both together are the sum of the entries. Only `receivedCents` can be
     * allocated.
     */
    beyondCents: bigint("beyond_cents", { mode: "number" }).notNull().default(0),
    /**
     * The start of the day that the landlord entered; for a payment, the arrival of its first money. Money of a payment may arrive on
     * several days: the day of each cent is in the lines and allocations. Null before anything arrived.
     */
    arrivedAt: instant("arrived_at"),
    /** True if money counts while the payment is short. Set once the lease accepts partial payments and such money has arrived. */
    countsShort: boolean("counts_short").notNull().default(false),
    /** When the landlord assigned the payment to this lease; null if its checkout named the lease. */
    givenAt: instant("given_at"),
    /** When the landlord removed the payment from the lease. It then counts for none. */
    takenAwayAt: instant("taken_away_at"),
    /** The deposit that the credit returns or keeps. Such a credit replaces the held money; the landlord gives nothing. */
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
