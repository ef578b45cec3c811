import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Natural sort key of a name: ignores case and orders numbers by value, so `Unit 2` comes before `Unit 10`. Indexes must be written with the
 * database's function too.
 */
export function naturalKey(name: SQLWrapper): SQL<string> {
  return sql`natural_key(${name})`;
}
