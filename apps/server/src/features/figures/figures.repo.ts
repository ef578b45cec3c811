import type { DatabaseOrTransaction } from "@hearth/db/client";
import { everybody, type FigureKind, figureChanges, figures } from "@hearth/db/schema/figures";
import type { Cover, Piece } from "@hearth/domain/figures/cover-range";
import { type SQL, sql } from "drizzle-orm";

/** The sums of one kind: count, cents and base units. */
export interface FigureSum {
  count: number;
  cents: number;
  units: bigint;
}

/** The sums of a kind in the range with index `place`. */
export interface FigureRow extends FigureSum {
  place: number;
  kind: FigureKind;
}

/** Kinds to sum over one range. */
export interface SumRequest {
  cover: Cover;
  kinds: readonly FigureKind[];
}

/**
 * Sums kinds over ranges, for a merchant or in total (null). A kind without anything in a range has no row. One statement over stored
 * figures, unfolded changes and single rows at the edges, so that a concurrent fold is neither missed nor counted twice.
 */
export async function sumFigures(
  db: DatabaseOrTransaction,
  merchantId: string | null,
  requests: readonly SumRequest[],
): Promise<FigureRow[]> {
  const parts = keptParts(requests);
  const wholes = requests.flatMap(({ cover }, place) =>
    cover.whole === null ? [] : [{ ...cover.whole, uses: [{ place, sign: 1 as const }] }],
  );
  const edges = requests.flatMap(({ cover }, place) => cover.edges.map((edge) => ({ ...edge, uses: [{ place, sign: 1 as const }] })));
  const kindsParam = sql`any(${sql.param([...new Set(requests.flatMap(({ kinds }) => kinds))])}::text[])`;
  const ofMerchant = (column: SQL) => (merchantId === null ? sql`true` : sql`${column} = ${merchantId}::uuid`);
  const spans = sql.param(parts.map(({ span }) => span));
  const kinds = sql.param(parts.map((part) => [...part.kinds].join(" ")));
  const rows = await db.execute<PartSum>(sql`
    select part, kind, sum(count)::text as count, sum(cents)::text as cents, sum(units)::text as units from (
      select p.part, f.kind, f.count, f.cents, f.units
      from unnest(${stretches(parts, 0)}, ${spans}::text[], ${kinds}::text[]) as p(part, start, until, span, kinds)
      cross join lateral (
        select * from ${figures} f where f.scope_id = ${merchantId ?? everybody}::uuid and f.span = p.span
          and f.kind = any(string_to_array(p.kinds, ' ')) and f.start >= p.start and f.start < p.until
        -- offset 0 makes each part an index range scan. Otherwise the planner may scan all figures once.
        offset 0
      ) as f
      union all
      select w.part, c.kind, c.count, c.cents, c.units
      from unnest(${stretches(wholes, parts.length)}) as w(part, start, until)
      join ${figureChanges} c on c.at >= w.start and c.at < w.until and c.kind = ${kindsParam} and ${ofMerchant(sql`c.merchant_id`)}
      ${edges.length === 0 ? sql`` : ofEdges(stretches(edges, parts.length + wholes.length), kindsParam, ofMerchant(sql`s.merchant_id`))}
    ) as counted group by part, kind`);
  return combineParts(requests, [...parts, ...wholes, ...edges], rows);
}

function ofEdges(edges: SQL, kindsParam: SQL, isMeant: SQL): SQL {
  return sql`union all
    select e.part, s.kind, s.count, s.cents, s.units from unnest(${edges}) as e(part, start, until)
    cross join lateral (
      select * from figure_sources s where s.moment >= e.start and s.moment < e.until and s.kind = ${kindsParam} and ${isMeant}
    ) as s`;
}

/** A span of time that is read once, with the ranges to which it is added or from which it is subtracted. */
interface Part {
  from: Date | null;
  to: Date | null;
  uses: { place: number; sign: Piece["sign"] }[];
}

interface PartSum extends Record<"count" | "cents" | "units", string>, Record<string, unknown> {
  part: number;
  kind: FigureKind;
}

/** A span of stored figures. */
interface KeptPart extends Part, Pick<Piece, "span"> {
  kinds: Set<FigureKind>;
}

/** Collects the pieces of all ranges without duplicates. Adjacent months share the quarter hours at their border. */
function keptParts(requests: readonly SumRequest[]): KeptPart[] {
  const parts = new Map<string, KeptPart>();
  for (const [place, { cover, kinds }] of requests.entries())
    for (const { span, sign, from, to } of cover.pieces) {
      const key = `${span} ${from?.getTime()} ${to?.getTime()}`;
      const part = parts.get(key) ?? { span, from, to, uses: [], kinds: new Set() };
      part.uses.push({ place, sign });
      for (const kind of kinds) part.kinds.add(kind);
      parts.set(key, part);
    }
  return [...parts.values()];
}

/** Converts parts to columns for unnest: number (starting at `first`), start and end. */
function stretches(parts: readonly Part[], first: number): SQL {
  const starts = parts.map(({ from }) => from?.toISOString() ?? "-infinity");
  const ends = parts.map(({ to }) => to?.toISOString() ?? "infinity");
  return sql`${sql.param(parts.map((_, index) => first + index))}::int[], ${sql.param(starts)}::text[]::timestamptz[], ${sql.param(ends)}::text[]::timestamptz[]`;
}

/** Adds the parts up per range, restricted to the kinds of the range. A shared part may contain more kinds. */
function combineParts(requests: readonly SumRequest[], parts: readonly Part[], rows: readonly PartSum[]): FigureRow[] {
  const sums = new Map<string, FigureRow>();
  for (const { part, kind, count, cents, units } of rows)
    for (const { place, sign } of parts[part]?.uses ?? []) {
      if (requests[place]?.kinds.includes(kind) !== true) continue;
      const key = `${place} ${kind}`;
      const sum = sums.get(key) ?? { place, kind, count: 0, cents: 0, units: 0n };
      sum.count += sign * Number(count);
      sum.cents += sign * Number(cents);
      sum.units += BigInt(sign) * BigInt(units);
      sums.set(key, sum);
    }
  return [...sums.values()];
}

/** Counts payments per merchant. Merchants without payments are omitted. */
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

/** Folds at most `most` of the oldest changes into the figures. Returns their number; 0 while another process is folding. */
export async function foldChanges(db: DatabaseOrTransaction, limit: number): Promise<number> {
  const [row] = await db.execute<{ folded: number }>(sql`select fold_figures(${limit}::int) as folded`);
  return row?.folded ?? 0;
}
