import type { ListOrder } from "@hearth/domain/page";
import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";

/**
 * What comes after a place in a list that is ordered by a time and then by id, newest first unless its oldest come first; without a place, all
 * of it. One comparison of rows, for which PostgreSQL uses an index on both columns, from whichever end.
 */
export function isAfter(at: Column, id: Column, place: { at: Date; id: string } | undefined, order: ListOrder = "newest"): SQL | undefined {
  if (place === undefined) return undefined;
  const direction = order === "newest" ? sql`<` : sql`>`;
  return sql`(${at}, ${id}) ${direction} (${place.at.toISOString()}, ${place.id})`;
}

/** The order of such a list, for `orderBy`. */
export function inOrder(at: Column, id: Column, order: ListOrder = "newest"): [SQL, SQL] {
  const end = order === "newest" ? desc : asc;
  return [end(at), end(id)];
}
