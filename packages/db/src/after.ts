import type { ListOrder } from "@hearth/domain/page";
import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";

/** Sort direction of a list that is ordered by time. */
export type TimeOrder = "newest" | "oldest";

/**
 * Condition for the rows after a cursor in a list ordered by time, then id. Without a cursor, no condition. Compares both columns in one
 * row comparison, so PostgreSQL can use an index on them in either direction.
 */
export function isAfter(at: Column, id: Column, place: { at: Date; id: string } | undefined, order: TimeOrder = "newest"): SQL | undefined {
  if (place === undefined) return undefined;
  const direction = order === "newest" ? sql`<` : sql`>`;
  return sql`(${at}, ${id}) ${direction} (${place.at.toISOString()}, ${place.id})`;
}

/** The matching `orderBy` columns: time, then id. */
export function inOrder(at: Column, id: Column, order: TimeOrder = "newest"): [SQL, SQL] {
  const end = order === "newest" ? desc : asc;
  return [end(at), end(id)];
}

/** Cursor in a list by time or by amount. */
export type ListPlace = { id: string } & ({ at: Date } | { cents: number });

/** Columns that a list is ordered by: its time or its amount, then its id. */
interface OrderedColumns {
  at: Column;
  cents: Column | SQL;
  id: Column;
}

/** Condition for the rows after a cursor in a list by time or amount. Without a cursor, no condition. */
export function isAfterPlace({ at, cents, id }: OrderedColumns, place: ListPlace | undefined, order: ListOrder): SQL | undefined {
  if (place === undefined) return undefined;
  if ("at" in place) return isAfter(at, id, place, order === "oldest" ? "oldest" : "newest");
  const direction = order === "largest" ? sql`<` : sql`>`;
  return sql`(${cents}, ${id}) ${direction} (${place.cents}, ${place.id})`;
}

/** The matching `orderBy` columns: time or amount, then id. */
export function inListOrder({ at, cents, id }: OrderedColumns, order: ListOrder = "newest"): [SQL, SQL] {
  if (order === "newest" || order === "oldest") return inOrder(at, id, order);
  const end = order === "largest" ? desc : asc;
  return [end(cents), end(id)];
}
