import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * What comes after a place in a list that is ordered by a time and then by id, newest first; without a place, all of it. One comparison of rows,
 * for which PostgreSQL uses an index on both columns.
 */
export function isAfter(at: Column, id: Column, place: { at: Date; id: string } | undefined): SQL | undefined {
  return place && sql`(${at}, ${id}) < (${place.at.toISOString()}, ${place.id})`;
}
