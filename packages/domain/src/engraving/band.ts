import type { Drawing } from "./drawing.ts";
import { numbersOf } from "./numbers.ts";
import { closedBetween, trace, turn } from "./paths.ts";

/** A section of an endless ribbon, shown above the checkout and across the landing page. 10 kB at 500 by 110. */
export function bandOf(hash: string, width: number, height: number): Drawing {
  const numbers = numbersOf("band", hash);
  const middle = height / 2;
  const swells = width / height / numbers.between(1.35, 2.1);
  const start = numbers.between(0, turn);
  const depth = numbers.between(0.26, 0.44);
  const [second, secondStart] = [numbers.between(-0.13, 0.13), numbers.between(0, turn)];
  const along = (x: number) => (turn * swells * x) / width;
  const envelope = (x: number) => {
    const angle = along(x) + start;
    const swell = 1 - depth + depth * Math.cos(angle) * 0.92 + second * Math.cos(2 * angle + secondStart);
    return ((middle - 1) * swell) / (1 + Math.abs(second));
  };
  const waves = numbers.oneOf([1.5, 2, 2.5, 3]);
  const innerWaves = waves + numbers.oneOf([0.5, 1, 1.5]);
  const [twist, twistStart, inner] = [numbers.between(0.2, 1.1), numbers.between(0, turn), numbers.between(0.42, 0.62)];

  const woven = (count: number, perSwell: number, direction: 1 | -1, reach: (x: number) => number) =>
    Array.from({ length: count }, (_, index) => {
      const phase = (turn * index) / count;
      const wave = (x: number) => direction * along(x) * perSwell + phase + twist * Math.sin(along(x) + twistStart);
      const steps = Math.ceil(swells * perSwell * 5.2);
      return trace((x) => [x, middle + reach(x) * Math.sin(wave(x))], { from: 0, to: width, steps });
    }).join("");
  const innerReach = (x: number) => middle * inner * (0.62 - 0.38 * Math.cos(along(x) + start));

  const span = { from: 0, to: width, steps: Math.ceil(swells * 8) };
  const upper = trace((x) => [x, middle - envelope(x)], span);
  let lines: Drawing["lines"] | null = null;
  return {
    width,
    height,
    /** Drawn when they are read first, because they take ten times as long as the outline, which is all that an open checkout shows. */
    get lines() {
      lines ??= [
        { path: woven(numbers.whole(15, 21), waves, 1, envelope), width: 0.6 },
        { path: woven(numbers.whole(8, 12), innerWaves, -1, innerReach), width: 0.6 },
        { path: upper + trace((x) => [x, middle + envelope(x)], span), width: 0.9 },
      ];
      return lines;
    },
    outline: closedBetween(
      upper,
      trace((x) => [width - x, middle + envelope(width - x)], span),
    ),
  };
}
