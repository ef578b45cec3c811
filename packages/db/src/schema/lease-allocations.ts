import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { charges } from "./charges.ts";
import { leaseCredits } from "./lease-credits.ts";

/**
 * Cents of a credit that are allocated to a charge. Negative cents undo that, because the charge was voided or the money went back. Never
 * changed or removed, by trigger.
 */
export const leaseAllocations = pgTable(
  "lease_allocations",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creditId: uuid("credit_id")
      .notNull()
      .references(() => leaseCredits.id),
    chargeId: uuid("charge_id")
      .notNull()
      .references(() => charges.id),
    cents: integer("cents").notNull(),
    at: instant("at").notNull(),
    /** When these cents arrived. Null in rows from before this was stored: then the credit's arrival applies. */
    arrivedAt: instant("arrived_at"),
    /** When the books count it; null for the arrival of the cents or, below zero, `at`. Reversed cents count at their arrival, refunded ones later. */
    countsAt: instant("counts_at"),
  },
  (table) => [
    index("lease_allocations_credit_idx").on(table.creditId, table.chargeId, table.cents),
    index("lease_allocations_charge_idx").on(table.chargeId, table.creditId, table.cents),
    check("lease_allocations_not_zero", sql`${table.cents} <> 0`),
  ],
);
