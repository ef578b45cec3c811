import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { charges } from "./charges.ts";
import { leaseCredits } from "./lease-credits.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * Kinds of ledger lines: a charge or its voiding, money that arrived or went back to its payer, or a credit by the landlord. A reversal
 * undoes a line and has that line's day. It is above zero for money or a credit, and below zero for a refund.
 */
export const leaseEntryKinds = ["charge", "void", "payment", "refund", "reversal", "outside", "credit", "writeOff"] as const;

/**
 * True for a line that may have come after the close of its month. A month closes after its last day, which ends at most fourteen hours before it ends in UTC, and a
 * close has seen everything posted a day before it. Two days cover both. Every other line counts on its own day.
 */
export const mayBeLate = ({ effectiveOn, postedAt }: Record<"effectiveOn" | "postedAt", SQLWrapper>): SQL =>
  sql`(${postedAt} at time zone 'UTC')::date + 2 >= (date_trunc('month', ${effectiveOn}::timestamp) + interval '1 month')::date`;

/**
 * A line of a lease's ledger: above zero its tenants owe more, below zero less. `effectiveOn` is the day that it applies to in the lease's
 * time zone, and may be in the past. `postedAt` is when it was written. Never changed or removed, by trigger: a correction is another line.
 * Balances are sums and are not stored.
 */
export const leaseEntries = pgTable(
  "lease_entries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    kind: text("kind", { enum: leaseEntryKinds }).notNull(),
    chargeId: uuid("charge_id").references(() => charges.id),
    creditId: uuid("credit_id").references(() => leaseCredits.id),
    cents: integer("cents").notNull(),
    effectiveOn: date("effective_on").notNull(),
    postedAt: instant("posted_at").notNull(),
    /** The lease's merchant, so that the books read a month of all leases in one piece of an index. A trigger writes it. */
    merchantId: uuid("merchant_id"),
    note: text("note"),
    actorId: uuid("actor_id").references(() => users.id),
  },
  (table) => [
    // Has all columns that the books add up, so that they read no rows of the table.
    index("lease_entries_books_idx").on(
      table.leaseId,
      table.effectiveOn,
      table.id,
      table.kind,
      table.cents,
      table.postedAt,
      table.chargeId,
      table.creditId,
    ),
    // The same by merchant, for sums over all leases.
    index("lease_entries_month_idx").on(
      table.merchantId,
      table.effectiveOn,
      table.leaseId,
      table.id,
      table.kind,
      table.cents,
      table.postedAt,
      table.chargeId,
      table.creditId,
    ),
    index("lease_entries_late_idx").on(table.merchantId, table.postedAt).where(mayBeLate(table)),
    index("lease_entries_charge_idx")
      .on(table.chargeId, table.cents)
      .where(sql`${table.chargeId} is not null`),
    index("lease_entries_credit_idx")
      .on(table.creditId, table.cents)
      .where(sql`${table.creditId} is not null`),
    check("lease_entries_of_merchant", sql`${table.merchantId} is not null`),
    check("lease_entries_about_one", sql`(${table.chargeId} is null) <> (${table.creditId} is null)`),
    check("lease_entries_charge_kinds", sql`(${table.kind} in ('charge', 'void')) = (${table.chargeId} is not null)`),
    check(
      "lease_entries_direction",
      sql`case when ${table.kind} = 'reversal' then ${table.cents} <> 0 when ${table.kind} in ('charge', 'refund') then ${table.cents} > 0 else ${table.cents} < 0 end`,
    ),
  ],
);
