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
