import type { Drawing } from "./drawing.ts";
import { numbersOf } from "./numbers.ts";
import { trace, turn } from "./paths.ts";

/** A radius as a function of the angle. */
type Border = (angle: number) => number;

/**
 * The largest drawing: rings woven between lobed borders. Shown only on the receipt, its PDF, the landing page and the sign-in. 30 to 60 kB
 * at 400.
 */
export function rosetteOf(hash: string, size: number): Drawing {
  const numbers = numbersOf("rose", hash);
  const [centre, radius] = [size / 2, size / 2 - 1];
  const fold = numbers.oneOf([6, 7, 8, 9, 10, 12]);
  const lobed =
    (share: number, depth: number, lobes: number, phase: number): Border =>
    (angle) =>
      radius * (share + depth * Math.cos(lobes * angle + phase));
  const rim = numbers.between(0.025, 0.05);
  const flip = numbers.oneOf([0, Math.PI]);
  const borders = [
    lobed(1 - rim, rim, fold, flip),
    lobed(numbers.between(0.72, 0.78), numbers.between(0.03, 0.06), fold, flip + Math.PI),
    lobed(numbers.between(0.47, 0.55), numbers.between(0.05, 0.085), fold, flip),
    lobed(numbers.between(0.24, 0.3), numbers.between(0.02, 0.045), fold, flip + Math.PI),
  ] as const;
  const heart = lobed(numbers.between(0.05, 0.08), 0, 1, 0);

  const around = (border: Border, steps: number) =>
    trace((angle) => [centre + border(angle) * Math.sin(angle), centre - border(angle) * Math.cos(angle)], {
      from: 0,
      to: turn,
      steps,
      closed: true,
    });
  const ring = (outer: Border, inner: Border, waves: number, count: number, twist: number) => {
    const steps = Math.max(36, Math.ceil(waves * 4.6), fold * 5);
    const strand = (phase: number): Border => {
      const wave = (angle: number) => Math.cos(waves * angle + phase + twist * Math.sin(fold * angle));
      return (angle) => (outer(angle) + inner(angle)) / 2 + ((outer(angle) - inner(angle)) / 2) * wave(angle);
    };
    return { path: Array.from({ length: count }, (_, index) => around(strand((turn * index) / count), steps)).join(""), width: 0.55 };
  };

  return {
    width: size,
    height: size,
    lines: [
      ring(borders[0], borders[1], fold * numbers.oneOf([2, 3, 4]), numbers.whole(7, 9), numbers.between(0, 0.8)),
      ring(borders[1], borders[2], fold * numbers.oneOf([1, 2]), numbers.whole(12, 16), numbers.between(0, 1.1)),
      ring(borders[2], borders[3], fold * numbers.oneOf([1, 2]), numbers.whole(8, 12), numbers.between(0, 1.1)),
      ring(borders[3], heart, numbers.oneOf([fold, fold, 3, 4]), numbers.whole(6, 9), 0),
      { path: borders.map((border) => around(border, fold * 6)).join(""), width: 0.8 },
      { path: around((angle) => borders[0](angle) + 4, fold * 6), width: 0.5 },
    ],
    outline: around(borders[0], fold * 6),
  };
}
