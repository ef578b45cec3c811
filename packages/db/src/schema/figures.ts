import { sql } from "drizzle-orm";
import { bigint, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, usdcUnits } from "../columns.ts";

/**
 * Kinds of figures, with the time by which each one counts:
 *
 * - A payment counts under its status by the start of its checkout, with its amount in cents. By the same time, `completed` also has the
 *   units that the journal credited, and `refunded` the units returned.
 * - A dispute counts under its status, and under its result once it has one, by its filing time. It has its amount in cents, but
 *   `dispute:chargedBack` has the approved amount.
 * - `enrolled` and `left` count consumers by the time of that event, `users` and `merchants` by their registration.
 * - `odd:*` are transfers that need attention, by verdict and block time, with their units.
 */
export const figureKinds = [
  "pending",
  "completed",
  "failed",
  "cancelled",
  "refunded",
  "dispute:open",
  "dispute:closed",
  "dispute:resolved",
  "dispute:escalated",
  "dispute:chargedBack",
  "dispute:denied",
  "enrolled",
  "left",
  "users",
  "merchants",
  "odd:unmatched",
  "odd:short",
  "odd:duplicate",
] as const;
export type FigureKind = (typeof figureKinds)[number];

/**
 * Length of a figure's time span. Months are in UTC. Months of other time zones are composed of quarter hours, because every offset is a
 * multiple of one.
 */
export const figureSpans = ["quarterHour", "month", "all"] as const;

/** Scope id for all of Hearth instead of one merchant. */
export const everybody = "00000000-0000-0000-0000-000000000000";

/**
 * A precomputed sum of one kind, for one merchant or all, in one time span. Written only by folding `figure_changes`, one fold at a time.
 * The current figure is this sum plus the changes that are not folded yet.
 */
export const figures = pgTable(
  "figures",
  {
    /** A merchant, or `everybody`. No foreign key, because the rows that are summed have one. */
    scopeId: uuid("scope_id").notNull(),
    span: text("span", { enum: figureSpans }).notNull(),
    kind: text("kind", { enum: figureKinds }).notNull(),
    /** Start of the span; 1970 for `all`. */
    start: instant("start").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    units: usdcUnits("units").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scopeId, table.span, table.start, table.kind] }),
    // For checking a period across all merchants.
    index("figures_quarter_hour_idx")
      .on(table.start)
      .where(sql`${table.span} = 'quarterHour'`),
  ],
);

/**
 * Change of the figures by one statement; negative if something no longer counts. Written only by triggers, in the transaction that changes
 * the counted rows. Rows are only inserted, so writers do not wait for each other. Deleted when it is folded.
 */
export const figureChanges = pgTable(
  "figure_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null if it belongs to no merchant. */
    merchantId: uuid("merchant_id"),
    /** Start of the quarter hour that it counts in. */
    at: instant("at").notNull(),
    kind: text("kind", { enum: figureKinds }).notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    units: usdcUnits("units").notNull(),
  },
  (table) => [index("figure_changes_merchant_idx").on(table.merchantId)],
);
