import { withoutIndex } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { naturalKey } from "@hearth/db/natural-order";
import { charges } from "@hearth/db/schema/charges";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { searchText } from "@hearth/db/search";
import { tenantNamesAt, tenantNamesIn } from "@hearth/db/tenants-at";
import { type SQL, sql } from "drizzle-orm";
import { isInState, standingsOf } from "../rows/standings.repo.ts";

/** A unit by its names. */
interface NamedUnit {
  property: string;
  unit: string;
}

/** The figures of a merchant's leases, in cents, with the first items of each task. */
export interface DeskRow {
  [column: string]: unknown;
  pastDueLeases: number;
  lateCents: number;
  owedCents: number;
  /** Past due for 1 to 30, 31 to 60 and more days: leases with such an amount, and the amounts. */
  leases30: number;
  late30Cents: number;
  leases60: number;
  late60Cents: number;
  leasesOver60: number;
  lateOver60Cents: number;
  vacant: { count: number; items: (NamedUnit & { id: string })[] };
  ending: { count: number; items: (NamedUnit & { id: string; tenants: string[]; endsOn: string })[] };
  giveBack: { count: number; cents: number; items: (NamedUnit & { id: string; tenants: string[]; cents: number; isDeposit: boolean })[] };
}

/** Items of each kind. */
const shown = { vacant: 3, ending: 5, giveBack: 5 };

/**
 * The CTE `aged`: the past due cents of each lease of `standing` with some, and the parts of them that are more than 30 and 60 days past due. Reads the open
 * charges of all leases that owe longer than 30 days at once, from their index alone. Adds them to the leases in one aggregate: a join of both would be quadratic
 * wherever the planner expects one lease.
 */
const aged: SQL = sql`late as materialized (
      select s.id, s.today, s.late, s.unused_cents, s.owed_since < s.today - 30 as is_old from standing s where s.late > 0
    ), aged as (
      select max(x.late) as late, greatest(0, coalesce(sum(x.cents) filter (where x.due_on < x.today - 30), 0) - max(x.unused_cents)) as late31,
        greatest(0, coalesce(sum(x.cents) filter (where x.due_on < x.today - 60), 0) - max(x.unused_cents)) as late61
      from (
        select y.id, y.due_on, y.cents, max(y.today) over lease as today, max(y.late) over lease as late, max(y.unused_cents) over lease as unused_cents from (
          select id, null::date as due_on, null::bigint as cents, today, late, unused_cents from late
          union all
          select c.lease_id, c.due_on, c.cents - c.paid_cents, null, null, null from ${charges} c
          where c.lease_id = any(array(select id from late where is_old)) and c.paid_cents < c.cents and c.voided_at is null
        ) y window lease as (partition by y.id)
      ) x group by x.id
    )`;

/**
 * Reads the balances and the tasks of a merchant's leases. One statement that reads the rows of all leases, the ids of all units from an index alone, and the names
 * of the items. A unit without a lease today is vacant. The first vacant units are found in property after property, by the index of their names. The tenants of a
 * lease that is over are those of its last day.
 */
export async function readDeskFigures(db: DatabaseOrTransaction, merchantId: string, now: Date): Promise<DeskRow> {
  const unitOf = sql`join ${units} un on un.id = s.unit_id join ${properties} pr on pr.id = un.property_id`;
  const runs = sql`s.undone_at is null and s.starts_on <= s.today and not s.is_over`;
  const lastDay = { from: sql`s.ends_on`, to: sql`s.ends_on` };
  const [row] = await db.execute<DeskRow>(sql`
    with ${standingsOf(sql`l.merchant_id = ${merchantId}`, now)}, vacant as materialized (
      select un.id from ${units} un where un.merchant_id = ${merchantId} and un.id not in (select s.unit_id from standing s where ${runs})
    ), ending as (
      select s.* from standing s where ${isInState.endsSoon}
    ), back as (
      select s.* from standing s where ${isInState.giveBack}
    ), ${aged}, sums as (
      select count(*) as leases, coalesce(sum(a.late), 0) as late, (select coalesce(sum(s.cents), 0) from standing s) as owed,
        count(*) filter (where a.late > a.late31) as leases30, coalesce(sum(a.late - a.late31), 0) as late30,
        count(*) filter (where a.late31 > a.late61) as leases60, coalesce(sum(a.late31 - a.late61), 0) as late60,
        count(*) filter (where a.late61 > 0) as leases61, coalesce(sum(a.late61), 0) as late61
      from aged a
    )
    select f.leases::integer as "pastDueLeases", f.late::float8 as "lateCents", f.owed::float8 as "owedCents",
      f.leases30::integer as "leases30", f.late30::float8 as "late30Cents", f.leases60::integer as "leases60", f.late60::float8 as "late60Cents",
      f.leases61::integer as "leasesOver60", f.late61::float8 as "lateOver60Cents",
      json_build_object('count', (select count(*) from vacant), 'items', (select coalesce(json_agg(v), '[]') from (
        select un.id, pr.name as property, un.name as unit from ${properties} pr cross join lateral (
          select un.id, un.name from ${units} un where un.property_id = pr.id and ${withoutIndex(sql`un.id in (select v.id from vacant v)`)}
          order by ${naturalKey(sql`un.name`)}, un.id limit ${shown.vacant} offset 0
        ) un where pr.merchant_id = ${merchantId} order by ${searchText(sql`pr.name`)}, ${naturalKey(sql`un.name`)}, un.id limit ${shown.vacant}
      ) v)) as vacant,
      json_build_object('count', (select count(*) from ending), 'items', (select coalesce(json_agg(e), '[]') from (
        select s.id, pr.name as property, un.name as unit, ${tenantNamesAt(sql`s.id`, now)} as tenants, s.ends_on as "endsOn"
        from (select s.* from ending s order by s.ends_on, s.id limit ${shown.ending}) s ${unitOf} order by s.ends_on, s.id
      ) e)) as ending,
      json_build_object('count', (select count(*) from back), 'cents', (select coalesce(sum(give_back), 0) from back), 'items', (
        select coalesce(json_agg(b), '[]') from (
          select s.id, pr.name as property, un.name as unit, ${tenantNamesIn(sql`s.id`, lastDay)} as tenants, s.give_back as cents, s.deposit_back > 0 as "isDeposit"
          from (select s.* from back s order by s.ends_on, s.id limit ${shown.giveBack}) s ${unitOf} order by s.ends_on, s.id
        ) b)) as "giveBack"
    from sums f`);
  if (row === undefined) throw new Error("The figures of the desk were not read");
  return row;
}
