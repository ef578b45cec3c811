import type { OpenRange } from "../date-range.ts";
import type { TimeRange } from "../time.ts";

/** A stretch of figures that are kept for one length of time; `sign` is -1 for what the others hold too much. */
export interface Piece {
  span: "quarterHour" | "month" | "all";
  sign: 1 | -1;
  /** The first figure's beginning, and the beginning of the first that is not among them; null is open. */
  from: Date | null;
  to: Date | null;
}

/** What a range is added up from. */
export interface Cover {
  pieces: Piece[];
  /** What the pieces come to: whole quarters of an hour, open where an end is null; null where there is none. */
  whole: { from: Date | null; to: Date | null } | null;
  /** Shorter than a quarter of an hour, at the range's ends, for which nothing is kept. */
  edges: TimeRange[];
}

const quarterMs = 15 * 60_000;

/**
 * How a range is put together of figures that are kept for quarters of an hour and for months of UTC: whole months, with at most half a month of
 * quarters at each end, added or taken off, whichever is less.
 */
export function coverRange({ from, to }: OpenRange): Cover {
  if (from === undefined && to === undefined) {
    const everything = { from: null, to: null };
    return { pieces: [{ span: "all", sign: 1, ...everything }], whole: everything, edges: [] };
  }
  const [first, last] = [from && ceilQuarter(from), to && floorQuarter(to)];
  if (from && to && first && last && first >= last)
    return { pieces: [], whole: null, edges: first > last ? [{ from, to }] : edgesOf(from, to, first, last) };
  return {
    pieces: piecesOf(first ?? null, last ?? null),
    whole: { from: first ?? null, to: last ?? null },
    edges: edgesOf(from, to, first, last),
  };
}

function edgesOf(from: Date | undefined, to: Date | undefined, first: Date | undefined, last: Date | undefined): TimeRange[] {
  const before = from && first && from < first ? [{ from, to: first }] : [];
  const after = to && last && last < to ? [{ from: last, to }] : [];
  return [...before, ...after];
}

function piecesOf(from: Date | null, to: Date | null): Piece[] {
  const start = from && nearestMonth(from);
  const end = to && nearestMonth(to);
  if (from && to && start && end && start >= end) return quarters(1, from, to);
  return [...ends(from, start, 1), { span: "month", sign: 1, from: start, to: end }, ...ends(to, end, -1)];
}

/** What lies between an end and the month that begins nearest to it: added where the months leave it out, taken off where they hold it. */
function ends(at: Date | null, month: Date | null, side: 1 | -1): Piece[] {
  if (!at || !month) return [];
  return at < month ? quarters(side, at, month) : quarters(side === 1 ? -1 : 1, month, at);
}

function quarters(sign: 1 | -1, from: Date, to: Date): Piece[] {
  return from < to ? [{ span: "quarterHour", sign, from, to }] : [];
}

function nearestMonth(at: Date): Date {
  const monthAfter = (months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
  const [before, after] = [monthAfter(0), monthAfter(1)];
  return at.getTime() - before.getTime() <= after.getTime() - at.getTime() ? before : after;
}

function floorQuarter(at: Date): Date {
  return new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);
}

function ceilQuarter(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / quarterMs) * quarterMs);
}
