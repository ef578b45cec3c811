import { sql } from "drizzle-orm";
import { bigint, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, usdcUnits } from "../columns.ts";

/**
 * What is counted. A payment stands under its status, by the moment its checkout began, with what was asked for in cents; `completed` has besides
 * what the journal credited in units, and `refunded` what it returned, both by that same moment. A dispute stands under its status, and under its
 * result once it has one, by the moment it was filed, with its amount in cents, `dispute:chargedBack` with what was approved. `enrolled` and
 * `left` are consumers by the moment they did, `users` and `merchants` by that of their registration, and `odd:*` are transfers that ask for a look,
 * by their verdict and the time of their block, with their units.
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

/** How much time one figure is of. Months are UTC's; those of other time zones are put together with quarters of an hour, which all offsets are whole ones of. */
export const figureSpans = ["quarterHour", "month", "all"] as const;

/** Stands for all of Hearth where a merchant's id could stand. */
export const everybody = "00000000-0000-0000-0000-000000000000";

/**
 * One sum that is kept instead of counted: of one kind, of one merchant or of all, in one span of time. Written only by folding
 * `figure_changes`, one fold at a time; the figure at any moment is this and the changes that are not folded yet.
 */
export const figures = pgTable(
  "figures",
  {
    /** A merchant, or `everybody`. No foreign key: what is added up has one. */
    scopeId: uuid("scope_id").notNull(),
    span: text("span", { enum: figureSpans }).notNull(),
    kind: text("kind", { enum: figureKinds }).notNull(),
    /** When the span begins; 1970 for `all`. */
    start: instant("start").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    units: usdcUnits("units").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scopeId, table.span, table.start, table.kind] }),
    // For checking a stretch of time of everybody.
    index("figures_quarter_hour_idx")
      .on(table.start)
      .where(sql`${table.span} = 'quarterHour'`),
  ],
);

/**
 * What one statement changed of the figures; below zero where something ceased to be counted. Written by triggers alone, in the transaction that
 * changes what is counted, and only ever inserted there, so that nobody waits for anybody else's figures. Removed when it is folded.
 */
export const figureChanges = pgTable(
  "figure_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for what is no merchant's. */
    merchantId: uuid("merchant_id"),
    /** When the quarter of an hour begins that it counts in. */
    at: instant("at").notNull(),
    kind: text("kind", { enum: figureKinds }).notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    units: usdcUnits("units").notNull(),
  },
  (table) => [index("figure_changes_merchant_idx").on(table.merchantId)],
);
