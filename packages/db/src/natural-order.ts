import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** What names are ordered by so that people find them: without case, and numbers by their size, `Unit 2` before `Unit 10`. */
export function naturalKey(name: SQLWrapper): SQL<string> {
  const part = sql`part.found[1]`;
  return sql`(
    select coalesce(string_agg(case when ${part} ~ '^[0-9]' then lpad(${part}, greatest(20, length(${part})), '0') else ${part} end, '' order by part.place), '')
    from regexp_matches(search_text(${name}), '[0-9]+|[^0-9]+', 'g') with ordinality as part(found, place))`;
}
