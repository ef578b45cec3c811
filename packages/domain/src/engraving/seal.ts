import { numbersOf, type Numbers } from "./numbers.ts";
import { coordinates, type Point, trace, turn } from "./paths.ts";

/**
 * The small drawing, 16 to 40 px, about 1 kB: a solid disc with cut-outs. Fill `die` and `ink` with the engraving's colour and `hole` with
 * the background. Stroke `cut` with the background.
 */
export interface Seal {
  die: string;
  hole: string;
  cut: string;
  ink: string;
}

/** The side of the square box that seals are drawn in, at every size. */
export const sealBox = 40;

/** A way to cut a disc open. Eight of them and four rims make neighbours in a list differ; two seals may still look alike. */
type Manner = (die: Die, numbers: Numbers) => Partial<Seal>;

interface Die {
  /** Converts polar coordinates: a share of the radius, and an angle clockwise from the top of the rotated disc. */
  at: (distance: number, angle: number) => Point;
  disc: (share: number, angle?: number, distance?: number) => string;
  lobed: (lobes: number, share: number, depth: number) => string;
}

/** The seal of a transaction. */
export function sealOf(hash: string): Seal {
  const numbers = numbersOf("seal", hash);
  const die = dieOf(numbers.between(0, turn));
  const manner = numbers.oneOf(manners);
  const rim = numbers.oneOf(rims);
  const count = numbers.whole(...manner.counts);
  const rimPath = rimOf(die, rim, numbers);
  return { die: rimPath, hole: "", cut: "", ink: "", ...manner.cutWith(count)(die, numbers) };
}

function dieOf(rotation: number): Die {
  const radius = sealBox / 2;
  const at = (distance: number, angle: number): Point => [
    radius + radius * distance * Math.sin(angle + rotation),
    radius - radius * distance * Math.cos(angle + rotation),
  ];
  const disc = (share: number, angle = 0, distance = 0) => {
    const [x, y] = distance === 0 ? [radius, radius] : at(distance, angle);
    const reach = radius * share;
    const half = (way: number) => `a${coordinates([reach, reach])} 0 1 0 ${coordinates([way])} 0`;
    return `M${coordinates([x - reach, y])}${half(2 * reach)}${half(-2 * reach)}z`;
  };
  const lobed = (lobes: number, share: number, depth: number) =>
    trace((angle) => at(share * (1 - depth + depth * Math.cos(lobes * angle)), angle), {
      from: 0,
      to: turn,
      steps: Math.max(10, lobes * 2),
      closed: true,
    });
  return { at, disc, lobed };
}

const rims = ["round", "lobes", "teeth", "corner"] as const;

function rimOf({ disc, lobed }: Die, rim: (typeof rims)[number], numbers: Numbers): string {
  if (rim === "round") return disc(0.97);
  if (rim === "teeth") return lobed(16, 1, 0.035);
  return rim === "lobes" ? lobed(numbers.whole(6, 9), 1, 0.06) : lobed(numbers.whole(4, 6), 1, 0.075);
}

/** Repeats a drawing for each of `count` equal parts of a full turn. */
function each(count: number, draw: (angle: number, index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw((turn * index) / count, index)).join("");
}

const knot =
  (count: number): Manner =>
  ({ at }, numbers) => {
    const rounds = count % 2 === 1 ? 2 : 3;
    const low = numbers.between(0.16, 0.32);
    const distance = (angle: number) => (0.72 + low) / 2 + ((0.72 - low) / 2) * Math.cos((count * angle) / rounds);
    return { cut: trace((angle) => at(distance(angle), angle), { from: 0, to: turn * rounds, steps: count * 4, closed: true }) };
  };

const petals =
  (count: number): Manner =>
  ({ at }) => {
    const width = Math.min(0.2, 1.15 / count);
    const petal = (angle: number) => {
      const [foot, tip] = [at(0.14, angle), at(0.8, angle)];
      const [left, right] = [at(0.47, angle - width * 2), at(0.47, angle + width * 2)];
      return `M${coordinates(foot)}Q${coordinates([...left, ...tip])}Q${coordinates([...right, ...foot])}z`;
    };
    return { hole: each(count, petal) };
  };

const rings =
  (count: number): Manner =>
  ({ disc }) =>
    count === 2 ? { cut: disc(0.68) + disc(0.32), hole: disc(0.12) } : { cut: disc(0.76) + disc(0.5) + disc(0.24) };

const spokes =
  (count: number): Manner =>
  ({ at }, numbers) => {
    const [inner, outer] = [numbers.between(0.16, 0.4), numbers.between(0.7, 0.82)];
    const shorter = numbers.oneOf([0, 0.2]);
    const spoke = (angle: number, index: number) =>
      `M${coordinates(at(inner, angle))}L${coordinates(at(outer - (index % 2 === 1 ? shorter : 0), angle))}`;
    return { cut: each(count, spoke) };
  };

const cameo =
  (count: number): Manner =>
  ({ disc, lobed }) => ({ hole: disc(0.76), ink: lobed(count, 0.58, 0.26) });

const weave =
  (count: number): Manner =>
  ({ at }, numbers) => {
    const breadth = numbers.between(0.24, 0.4);
    const ellipse = (tilt: number) =>
      trace(
        (angle) => {
          const [x, y] = [0.76 * Math.cos(angle), breadth * Math.sin(angle)];
          return at(Math.hypot(x, y), Math.atan2(y, x) + tilt / 2);
        },
        { from: 0, to: turn, steps: 8, closed: true },
      );
    return { cut: each(count, ellipse) };
  };

const dots =
  (count: number): Manner =>
  ({ disc }, numbers) => ({
    hole: each(count, (angle) => disc(Math.min(0.15, 0.75 / count + 0.03), angle, 0.6)) + disc(numbers.oneOf([0.12, 0.24])),
  });

const cross =
  (count: number): Manner =>
  ({ at, disc }, numbers) => {
    const middle = coordinates([sealBox / 2, sealBox / 2]);
    const arm = (angle: number) =>
      `M${coordinates(at(0.78, angle - 0.62 / count))}L${coordinates(at(0.78, angle + 0.62 / count))}L${middle}z`;
    return { hole: disc(0.78), ink: each(count, arm) + disc(numbers.between(0.14, 0.26)) };
  };

interface CountedManner {
  /** The minimum and maximum number of parts. */
  counts: readonly [number, number];
  cutWith: (count: number) => Manner;
}

const manners: readonly [CountedManner, ...CountedManner[]] = [
  { counts: [3, 8], cutWith: knot },
  { counts: [4, 9], cutWith: petals },
  { counts: [2, 3], cutWith: rings },
  { counts: [6, 14], cutWith: spokes },
  { counts: [3, 8], cutWith: cameo },
  { counts: [2, 4], cutWith: weave },
  { counts: [5, 9], cutWith: dots },
  { counts: [3, 6], cutWith: cross },
];
