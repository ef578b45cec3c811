import type { Transaction } from "@hearth/db/client";
import { naturalKey } from "@hearth/db/natural-order";
import { leases } from "@hearth/db/schema/leases";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { searchText } from "@hearth/db/search";
import { type SQL, sql } from "drizzle-orm";

/** Leases of a merchant after a given one in the rent roll's order. */
interface NextLeases {
  merchantId: string;
  after: string | undefined;
}

/**
 * Yields the ids of a merchant's leases in the rent roll's order: by property, by unit in natural order, and by id. Starts after a given lease, with `first`
 * leases, and yields twice as many each time up to `most`. One statement per slice. Call it in a transaction with one snapshot.
 */
export async function* sliceLeasesInOrder(
  db: Transaction,
  { merchantId, after, first, most }: NextLeases & { first: number; most: number },
): AsyncGenerator<string[]> {
  let [last, size] = [after, Math.min(first, most)];
  for (;;) {
    const ids = await listNextLeases(db, { merchantId, after: last, limit: size });
    if (ids.length > 0) yield ids;
    if (ids.length < size) return;
    [last, size] = [ids.at(-1), Math.min(2 * size, most)];
  }
}

const propertyName = searchText(sql`pr.name`);
const unitKey = naturalKey(sql`un.name`);

/**
 * Returns the ids of the next leases, or none after a lease that does not exist. Visits one property after another by name until it has found enough leases, each by
 * index. A single join of both tables would sort all leases, because no index holds the names of properties and units together.
 */
async function listNextLeases(db: Transaction, { merchantId, after, limit }: NextLeases & { limit: number }): Promise<string[]> {
  const ownProperty = sql`${properties} pr where pr.merchant_id = ${merchantId}`;
  const start =
    after === undefined
      ? sql`select '' as name, '{}'::uuid[] as leases`
      : sql`select a.name, coalesce((select ${leasesOfProperty(sql`${limit}::integer`, { isCursor: true })} from ${ownProperty} and ${propertyName} = a.name), '{}') as leases
        from (
          select ${propertyName} as name, ${unitKey} as unit, l.id
          from ${leases} l join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id where l.id = ${after} offset 0
        ) a`;
  const rows = await db.execute<{ id: string }>(sql`
    with recursive visited as (
      select s.name, s.leases, cardinality(s.leases) as found from (${start} offset 0) s
      union all
      select p.name, p.leases, v.found + cardinality(p.leases) from visited v cross join lateral (
        select ${propertyName} as name, ${leasesOfProperty(sql`${limit}::integer - v.found`, { isCursor: false })} as leases
        from ${ownProperty} and ${propertyName} > v.name order by ${propertyName} limit 1
      ) p where v.found < ${limit}
    )
    select l.id from visited v cross join lateral unnest(v.leases) with ordinality as l(id, place) order by v.name, l.place`);
  return rows.map(({ id }) => id);
}

/**
 * An array of the ids of at most `most` leases of the property `pr`, in order. With `isCursor` only leases after the row `a` count. Reads units by the index of
 * their natural order, from there on until there are enough leases.
 */
function leasesOfProperty(most: SQL, { isCursor }: { isCursor: boolean }): SQL {
  const isAfter = isCursor ? sql`${unitKey} >= a.unit and (l.id > a.id or ${unitKey} > a.unit)` : sql`true`;
  return sql`array(
      select l.id from ${units} un join ${leases} l on l.unit_id = un.id
      where un.property_id = pr.id and ${isAfter} order by ${unitKey}, l.id limit ${most}
    )`;
}
