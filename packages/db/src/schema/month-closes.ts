import { sql } from "drizzle-orm";
import { check, date, index, jsonb, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * Balance of a property before a month, the month's changes and the balance after it, in cents:
 * `before + charged - paid - credited - writtenOff = after`.
 */
export interface PropertyMonth {
  propertyId: string;
  property: string;
  beforeCents: number;
  chargedCents: number;
  paidCents: number;
  creditedCents: number;
  writtenOffCents: number;
  afterCents: number;
}

/** The sums of a month for all leases of a merchant, in cents, without deposits. */
export interface Collected {
  /** Charges less what was voided. */
  billedCents: number;
  /** Money received through Hearth. */
  throughHearthCents: number;
  /** Money recorded by hand. */
  recordedCents: number;
}

/** A month that a merchant has closed. Months close in order. The newest may be reopened, and its row stays. */
export const monthCloses = pgTable(
  "month_closes",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The first day of the month. */
    period: date("period").notNull(),
    /** Figures by property at the time of closing. */
    figures: jsonb("figures").$type<PropertyMonth[]>().notNull(),
    /** Sums billed and received in the month, at the time of closing. Null where it was closed before they were kept. */
    collected: jsonb("collected").$type<Collected>(),
    closedAt: instant("closed_at").notNull(),
    closedBy: uuid("closed_by")
      .notNull()
      .references(() => users.id),
    reopenedAt: instant("reopened_at"),
    reopenedBy: uuid("reopened_by").references(() => users.id),
  },
  (table) => [
    uniqueIndex("month_closes_period_key")
      .on(table.merchantId, table.period)
      .where(sql`${table.reopenedAt} is null`),
    index("month_closes_merchant_idx").on(table.merchantId, table.id),
    check("month_closes_period_is_month", sql`extract(day from ${table.period}) = 1`),
    check("month_closes_reopened_by_somebody", sql`(${table.reopenedAt} is null) = (${table.reopenedBy} is null)`),
  ],
);
