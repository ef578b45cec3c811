export type Point = readonly [x: number, y: number];
/** A curve, parametrised from `from` to `to`. */
export type Curve = (at: number) => Point;

export const turn = 2 * Math.PI;

const tenth = (value: number) => Math.round(value * 10) / 10;

/** Formats coordinates for an SVG path, with one decimal each: `12.5-3 .4`. */
export function coordinates(values: readonly number[]): string {
  return values
    .map((value) => String(tenth(value)).replace(/^(-?)0\./, "$1."))
    .join(" ")
    .replaceAll(" -", "-");
}

interface Span {
  from: number;
  to: number;
  /** Number of segments to draw the curve with. */
  steps: number;
  closed?: boolean;
}

/**
 * Converts a curve to SVG path data, in cubic segments that keep the tangent at each joint. All but the first are relative and smooth, half
 * the bytes of absolute ones. Each starts at the rounded end of the previous one, so rounding errors do not add up.
 */
export function trace(curve: Curve, { from, to, steps, closed = false }: Span): string {
  const step = (to - from) / steps;
  const pieces: string[] = [];
  let [x, y] = curve(from);
  let before = handle(curve, from, step);
  pieces.push(`M${coordinates([x, y])}`);
  [x, y] = [tenth(x), tenth(y)];
  for (let index = 1; index <= steps; index++) {
    const at = from + step * index;
    const [nextX, nextY] = curve(at);
    const after = handle(curve, at, step);
    const end = [nextX - after[0] - x, nextY - after[1] - y, nextX - x, nextY - y];
    pieces.push(index === 1 ? `c${coordinates([...before, ...end])}` : `s${coordinates(end)}`);
    [x, y] = [tenth(x + tenth(nextX - x)), tenth(y + tenth(nextY - y))];
    before = after;
  }
  return closed ? `${pieces.join("")}z` : pieces.join("");
}

/** The Bézier handle: a third of the tangent, over one segment. */
function handle(curve: Curve, at: number, step: number): Point {
  const little = step * 1e-3;
  const [beforeX, beforeY] = curve(at - little);
  const [afterX, afterY] = curve(at + little);
  return [(((afterX - beforeX) / (2 * little)) * step) / 3, (((afterY - beforeY) / (2 * little)) * step) / 3];
}

/** Joins two edges of a shape into a closed path: along the first, back along the second. */
export function closedBetween(there: string, back: string): string {
  return `${there}${back.replace("M", "L")}Z`;
}
