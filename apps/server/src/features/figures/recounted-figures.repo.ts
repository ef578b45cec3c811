import type { DatabaseOrTransaction } from "@hearth/db/client";
import { everybody, figureChanges, figures } from "@hearth/db/schema/figures";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { asc, gt, sql } from "drizzle-orm";

/** A stored figure that differs from a recount. `kept` and `counted` are count/cents/units. */
export interface BrokenFigure extends Record<string, unknown> {
  scope: string;
  span: string;
  kind: string;
  start: string;
  kept: string;
  counted: string;
}

/** Differences between `kept` and `counted` (scope_id, span, start, kind, count, cents, units), at most a hundred. */
const differences = sql.raw(`
  select scope_id as scope, span, kind, start::text as start,
    concat_ws('/', coalesce(kept.count, 0), coalesce(kept.cents, 0), coalesce(kept.units, 0)) as kept,
    concat_ws('/', coalesce(counted.count, 0), coalesce(counted.cents, 0), coalesce(counted.units, 0)) as counted
  from kept full join counted using (scope_id, span, start, kind)
  where coalesce(kept.count, 0) <> coalesce(counted.count, 0) or coalesce(kept.cents, 0) <> coalesce(counted.cents, 0)
    or coalesce(kept.units, 0) <> coalesce(counted.units, 0)
  order by start, kind, scope_id limit 100`);

const sums = sql`sum(count) as count, sum(cents) as cents, sum(units) as units`;

/** Lists the figures that differ in a span of time, of every merchant and in total. Null: open end. */
export async function listBrokenFigures(db: DatabaseOrTransaction, from: string | null, to: string | null): Promise<BrokenFigure[]> {
  const [start, end] = [sql`${from ?? "-infinity"}::timestamptz`, sql`${to ?? "infinity"}::timestamptz`];
  const scopes = sql`cross join lateral (values (merchant_id), (${everybody}::uuid)) as of(scope_id)`;
  return db.execute<BrokenFigure>(sql`
    with counted as (
      select scope_id, 'quarterHour' as span, start, kind, ${sums} from (
        select merchant_id, quarter_hour(moment) as start, kind, ${sums} from figure_sources where moment >= ${start} and moment < ${end} group by 1, 2, 3
      ) as s ${scopes} where scope_id is not null group by 1, 3, 4
    ), kept as (
      select scope_id, 'quarterHour' as span, start, kind, ${sums} from (
        select scope_id, start, kind, count, cents, units from ${figures} where span = 'quarterHour' and start >= ${start} and start < ${end}
        union all
        select scope_id, at, kind, count, cents, units from ${figureChanges} ${scopes} where scope_id is not null and at >= ${start} and at < ${end}
      ) as k group by 1, 3, 4
    ) ${differences}`);
}

/** Lists the merchants' figures that differ in the quarter hours in which these payments began. */
export async function listBrokenFiguresOfPayments(db: DatabaseOrTransaction, paymentIds: string[]): Promise<BrokenFigure[]> {
  return db.execute<BrokenFigure>(sql`
    with touched as materialized (
      select distinct merchant_id as scope_id, quarter_hour(created_at) as start from ${payments} where id = any(${sql.param(paymentIds)}::uuid[])
    ), counted as (
      select t.scope_id, 'quarterHour' as span, t.start, s.kind, ${sums} from touched t cross join lateral (
        select kind, count, cents, units from figure_sources where merchant_id = t.scope_id and moment >= t.start and moment < t.start + interval '15 minutes'
        -- offset 0 makes one lookup per quarter of an hour. Otherwise the planner may count everything once.
        offset 0
      ) as s group by 1, 3, 4
    ), kept as (
      select scope_id, 'quarterHour' as span, start, kind, ${sums} from (
        select t.scope_id, t.start, f.kind, f.count, f.cents, f.units from touched t cross join lateral (
          select * from ${figures} where scope_id = t.scope_id and span = 'quarterHour' and start = t.start offset 0
        ) as f
        union all
        select t.scope_id, t.start, c.kind, c.count, c.cents, c.units from touched t join ${figureChanges} c on c.merchant_id = t.scope_id and c.at = t.start
      ) as k group by 1, 3, 4
    ) ${differences}`);
}

/** Finds the end of a section that begins at `from` and holds `atOnce` payments: a quarter of an hour, or null for the end of time. */
export async function findStretchEnd(db: DatabaseOrTransaction, from: string | null, atOnce: number): Promise<string | null> {
  const [row] = await db.execute<{ end: string }>(sql`
    select (quarter_hour(created_at) + interval '15 minutes')::text as end from ${payments}
    where created_at >= ${from ?? "-infinity"}::timestamptz order by created_at offset ${atOnce}::int limit 1`);
  return row?.end ?? null;
}

/** Lists the total's scope id, then merchants by id, after `after`. */
export async function listScopes(db: DatabaseOrTransaction, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(gt(merchants.id, after ?? everybody))
    .orderBy(asc(merchants.id))
    .limit(after === null ? limit - 1 : limit);
  return [...(after === null ? [everybody] : []), ...rows.map(({ id }) => id)];
}

/** Lists the figures of months and of all time that are not the sums of their quarter hours, for these merchants or the total. */
export async function listBrokenSpans(db: DatabaseOrTransaction, scopeIds: string[]): Promise<BrokenFigure[]> {
  const ids = sql`any(${sql.param(scopeIds)}::uuid[])`;
  return db.execute<BrokenFigure>(sql`
    with counted as (
      select scope_id, during.span, during.start, kind, ${sums} from ${figures} f
      cross join lateral (values ('month', date_trunc('month', f.start, 'UTC')), ('all', timestamptz 'epoch')) as during(span, start)
      where f.scope_id = ${ids} and f.span = 'quarterHour' group by 1, 2, 3, 4
    ), kept as (
      select scope_id, span, start, kind, count, cents, units from ${figures} where scope_id = ${ids} and span in ('month', 'all')
    ) ${differences}`);
}
