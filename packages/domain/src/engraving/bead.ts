import type { Drawing } from "./drawing.ts";
import { numbersOf } from "./numbers.ts";
import { closedBetween, trace, turn } from "./paths.ts";

const knot = 0.13;
const edgeSteps = 12;

/** One month or one apartment of a ribbon. Every bead begins and ends in the same knot, so beads of one size join. 5 kB at 87 by 70. */
export function beadOf(hash: string, width: number, height: number): Drawing {
  const numbers = numbersOf("bead", hash);
  const skew = numbers.between(-0.16, 0.16);
  const power = numbers.between(0.75, 1.35);
  const dip = numbers.between(-0.1, 0.3);
  const waves = numbers.oneOf([1, 1.5, 2, 2.5, 3]);
  const count = numbers.whole(10, 15);
  const twist = numbers.between(0, 1.4);
  const innerCount = numbers.whole(5, 8);
  const innerWaves = numbers.oneOf([1, 2, 3]);
  const innerReach = numbers.between(0.3, 0.6);

  const middle = height / 2;
  const envelope = (at: number) => {
    const skewed = Math.min(1, Math.max(0, at + skew * Math.sin(Math.PI * at) * 0.5));
    const swell = Math.max(1e-6, Math.sin(Math.PI * skewed)) ** power;
    return (middle - 1) * (knot + (1 - knot) * swell * (1 - dip * Math.sin(Math.PI * skewed) ** 6));
  };
  const woven = (strands: number, steps: number, y: (at: number, phase: number) => number) =>
    Array.from({ length: strands }, (_, index) =>
      trace((at) => [at * width, middle + envelope(at) * y(at, (turn * index) / strands)], { from: 0, to: 1, steps }),
    ).join("");
  const outer = (at: number, phase: number) => Math.sin(turn * waves * at + phase + twist * Math.sin(turn * at));
  const inner = (at: number, phase: number) => innerReach * Math.sin(-turn * innerWaves * at + phase);

  const { edges, outline } = frameOf(width, height, envelope);
  return {
    width,
    height,
    lines: [
      { path: woven(count, Math.ceil(waves * 5 + 6), outer), width: 0.6 },
      { path: woven(innerCount, innerWaves * 5 + 6, inner), width: 0.55 },
      { path: edges, width: 0.9 },
    ],
    outline,
  };
}

/** A bead without a transaction, drawn as an empty outline. Callers hatch it while the month is not due. */
export function blankBead(width: number, height: number): Drawing {
  const envelope = (at: number) => (height / 2 - 1) * (knot + (1 - knot) * Math.max(1e-6, Math.sin(Math.PI * at)));
  const { edges, outline } = frameOf(width, height, envelope);
  return { width, height, lines: [{ path: edges, width: 0.9 }], outline };
}

function frameOf(width: number, height: number, envelope: (at: number) => number): { edges: string; outline: string } {
  const middle = height / 2;
  const span = { from: 0, to: 1, steps: edgeSteps };
  const upper = trace((at) => [at * width, middle - envelope(at)], span);
  const lower = trace((at) => [at * width, middle + envelope(at)], span);
  const back = trace((at) => [(1 - at) * width, middle + envelope(1 - at)], span);
  return { edges: upper + lower, outline: closedBetween(upper, back) };
}
