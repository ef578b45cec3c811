import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";

/** Which end of time comes first. */
export type TimeOrder = "newest" | "oldest";

/**
 * What comes after a place in a list that is ordered by a time and then by id, newest first unless its oldest come first; without a place, all
 * of it. One comparison of rows, for which PostgreSQL uses an index on both columns, from whichever end.
 */
export function isAfter(at: Column, id: Column, place: { at: Date; id: string } | undefined, order: TimeOrder = "newest"): SQL | undefined {
  if (place === undefined) return undefined;
  const direction = order === "newest" ? sql`<` : sql`>`;
  return sql`(${at}, ${id}) ${direction} (${place.at.toISOString()}, ${place.id})`;
}

/** The order of such a list, for `orderBy`. */
export function inOrder(at: Column, id: Column, order: TimeOrder = "newest"): [SQL, SQL] {
  const end = order === "newest" ? desc : asc;
  return [end(at), end(id)];
}
