import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Natural sort key of a name: ignores case and orders numbers by value, so `Unit 2` comes before `Unit 10`. */
export function naturalKey(name: SQLWrapper): SQL<string> {
  const part = sql`part.found[1]`;
  return sql`(
    select coalesce(string_agg(case when ${part} ~ '^[0-9]' then lpad(${part}, greatest(20, length(${part})), '0') else ${part} end, '' order by part.place), '')
    from regexp_matches(search_text(${name}), '[0-9]+|[^0-9]+', 'g') with ordinality as part(found, place))`;
}
