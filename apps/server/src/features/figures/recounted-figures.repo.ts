import type { DatabaseOrTransaction } from "@hearth/db/client";
import { everybody, figureChanges, figures } from "@hearth/db/schema/figures";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { asc, gt, sql } from "drizzle-orm";

/** A figure that is kept otherwise than counting comes to. What is kept and what was counted are a number, cents and base units. */
export interface BrokenFigure extends Record<string, unknown> {
  scope: string;
  span: string;
  kind: string;
  start: string;
  kept: string;
  counted: string;
}

/** Where `kept` and `counted` (scope_id, span, start, kind, count, cents, units) differ, a hundred at most. */
const differences = sql.raw(`
  select scope_id as scope, span, kind, start::text as start,
    concat_ws('/', coalesce(kept.count, 0), coalesce(kept.cents, 0), coalesce(kept.units, 0)) as kept,
    concat_ws('/', coalesce(counted.count, 0), coalesce(counted.cents, 0), coalesce(counted.units, 0)) as counted
  from kept full join counted using (scope_id, span, start, kind)
  where coalesce(kept.count, 0) <> coalesce(counted.count, 0) or coalesce(kept.cents, 0) <> coalesce(counted.cents, 0)
    or coalesce(kept.units, 0) <> coalesce(counted.units, 0)
  order by start, kind, scope_id limit 100`);

const sums = sql`sum(count) as count, sum(cents) as cents, sum(units) as units`;

/** The figures that differ in a stretch of time, of every merchant and of everybody; null is open. */
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

/** The figures that differ in the quarters of an hour in which these payments began, of their merchants. */
export async function listBrokenFiguresOfPayments(db: DatabaseOrTransaction, paymentIds: string[]): Promise<BrokenFigure[]> {
  return db.execute<BrokenFigure>(sql`
    with touched as materialized (
      select distinct merchant_id as scope_id, quarter_hour(created_at) as start from ${payments} where id = any(${sql.param(paymentIds)}::uuid[])
    ), counted as (
      select t.scope_id, 'quarterHour' as span, t.start, s.kind, ${sums} from touched t cross join lateral (
        select kind, count, cents, units from figure_sources where merchant_id = t.scope_id and moment >= t.start and moment < t.start + interval '15 minutes'
        -- Looked up for each quarter of an hour; without this the planner may count everything once instead.
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

/** Where a stretch ends that begins at a moment and holds some payments: at a quarter of an hour, or at the end of all (null). */
export async function findStretchEnd(db: DatabaseOrTransaction, from: string | null, atOnce: number): Promise<string | null> {
  const [row] = await db.execute<{ end: string }>(sql`
    select (quarter_hour(created_at) + interval '15 minutes')::text as end from ${payments}
    where created_at >= ${from ?? "-infinity"}::timestamptz order by created_at offset ${atOnce}::int limit 1`);
  return row?.end ?? null;
}

/** Everybody, and then merchants in the order of their ids, after one of them. */
export async function listScopes(db: DatabaseOrTransaction, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(gt(merchants.id, after ?? everybody))
    .orderBy(asc(merchants.id))
    .limit(after === null ? limit - 1 : limit);
  return [...(after === null ? [everybody] : []), ...rows.map(({ id }) => id)];
}

/** The figures of months and of all time that are not the sums of their quarters of an hour, of these merchants or of everybody. */
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
