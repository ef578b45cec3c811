import type { DatabaseOrTransaction } from "@hearth/db/client";
import { everybody, type FigureKind, figureChanges, figures } from "@hearth/db/schema/figures";
import type { Cover } from "@hearth/domain/figures/cover-range";
import { type SQL, sql } from "drizzle-orm";

/** What is kept of one kind: how many, how much in cents, and how much in base units. */
export interface FigureSum {
  count: number;
  cents: number;
  units: bigint;
}

/** What has come together of one kind in the range of that number. */
export interface FigureRow extends FigureSum {
  place: number;
  kind: FigureKind;
}

/**
 * Sums of these kinds, of a merchant or of everybody (null), in several ranges. One statement, so that what is folded meanwhile is neither missed nor
 * counted twice: the kept figures, the changes that are not folded yet, and single rows at the edges.
 */
export async function sumFigures(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  covers: readonly Cover[],
  kinds: readonly FigureKind[],
): Promise<FigureRow[]> {
  const pieces = covers.flatMap((cover, place) => cover.pieces.map((piece) => ({ place, ...piece })));
  const wholes = covers.flatMap((cover, place) => (cover.whole === null ? [] : [{ place, ...cover.whole }]));
  const edges = covers.flatMap((cover, place) => cover.edges.map((edge) => ({ place, ...edge })));
  const wanted = sql`any(${sql.param([...kinds])}::text[])`;
  const ofMerchant = (column: SQL) => (merchantId === null ? sql`true` : sql`${column} = ${merchantId}::uuid`);
  const spans = sql`${sql.param(pieces.map(({ span }) => span))}::text[], ${sql.param(pieces.map(({ sign }) => sign))}::int[]`;
  const rows = await db.execute<{ place: number; kind: FigureKind; count: string; cents: string; units: string }>(sql`
    select place, kind, sum(count)::text as count, sum(cents)::text as cents, sum(units)::text as units from (
      select p.place, f.kind, p.sign * f.count as count, p.sign * f.cents as cents, p.sign * f.units as units
      from unnest(${stretches(pieces)}, ${spans}) as p(place, start, until, span, sign)
      cross join lateral (
        select * from ${figures} f where f.scope_id = ${merchantId ?? everybody}::uuid and f.span = p.span and f.kind = ${wanted}
          and f.start >= p.start and f.start < p.until
        -- Each piece is a stretch of the index; without this the planner may go through all figures once instead.
        offset 0
      ) as f
      union all
      select w.place, c.kind, c.count, c.cents, c.units
      from unnest(${stretches(wholes)}) as w(place, start, until)
      join ${figureChanges} c on c.at >= w.start and c.at < w.until and c.kind = ${wanted} and ${ofMerchant(sql`c.merchant_id`)}
      ${edges.length === 0 ? sql`` : ofEdges(edges, wanted, ofMerchant(sql`s.merchant_id`))}
    ) as counted group by place, kind`);
  return rows.map(({ place, kind, count, cents, units }) => ({
    place,
    kind,
    count: Number(count),
    cents: Number(cents),
    units: BigInt(units),
  }));
}

function ofEdges(edges: Stretch[], wanted: SQL, isMeant: SQL): SQL {
  return sql`union all
    select e.place, s.kind, s.count, s.cents, s.units from unnest(${stretches(edges)}) as e(place, start, until)
    cross join lateral (
      select * from figure_sources s where s.moment >= e.start and s.moment < e.until and s.kind = ${wanted} and ${isMeant}
    ) as s`;
}

interface Stretch {
  place: number;
  from: Date | null;
  to: Date | null;
}

/** Stretches of time as columns for unnest: their places, beginnings and ends. */
function stretches(of: Stretch[]): SQL {
  const starts = of.map(({ from }) => from?.toISOString() ?? "-infinity");
  const ends = of.map(({ to }) => to?.toISOString() ?? "infinity");
  return sql`${sql.param(of.map(({ place }) => place))}::int[], ${sql.param(starts)}::text[]::timestamptz[], ${sql.param(ends)}::text[]::timestamptz[]`;
}

/** How many payments each of these merchants has, by merchant; whose has none is left out. */
export async function countPaymentsByMerchant(db: DatabaseOrTransaction, merchantIds: string[]): Promise<Map<string, number>> {
  const ids = sql.param(merchantIds);
  const isPayment = sql`kind in ('pending', 'completed', 'failed', 'cancelled')`;
  const rows = await db.execute<{ id: string; count: number }>(sql`
    select id, sum(count)::int as count from (
      select scope_id as id, count from ${figures} where scope_id = any(${ids}::uuid[]) and span = 'all' and ${isPayment}
      union all
      select merchant_id, count from ${figureChanges} where merchant_id = any(${ids}::uuid[]) and ${isPayment}
    ) as counted group by id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Adds the oldest changes to the figures, so many at most; answers how many, and none while another fold is under way. */
export async function foldChanges(db: DatabaseOrTransaction, most: number): Promise<number> {
  const [row] = await db.execute<{ folded: number }>(sql`select fold_figures(${most}::int) as folded`);
  return row?.folded ?? 0;
}
