import type { OpenRange } from "../date-range.ts";
import type { TimeRange } from "../time.ts";

/** A span of stored figures of one granularity. `sign` is -1 where the figures are subtracted because the others include too much. */
export interface Piece {
  span: "quarterHour" | "month" | "all";
  sign: 1 | -1;
  /** Start of the first figure (inclusive) and end of the last (exclusive). Null is unbounded. */
  from: Date | null;
  to: Date | null;
}

/** The figures and raw intervals that add up to a range. */
export interface Cover {
  pieces: Piece[];
  /** The interval that the pieces cover, in whole quarter-hours; a null end is unbounded. Null if there are no pieces. */
  whole: { from: Date | null; to: Date | null } | null;
  /** Intervals at the range's ends, shorter than a quarter-hour, for which no figures are stored. */
  edges: TimeRange[];
}

const quarterMs = 15 * 60_000;

/**
 * Composes a range from figures stored for quarter-hours and UTC months. Uses whole months, and at each end adds or subtracts at most half
 * a month of quarter-hours, whichever is less.
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

/** Corrects one end of the range: adds the quarter-hours that the nearest month leaves out, or subtracts those it includes too much. */
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
