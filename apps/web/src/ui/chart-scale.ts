import { wireAmount } from "@hearth/domain/money";

const niceSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const parts = 3;
const leastCents = 300;

/** Calculates a chart's axis in cents: three round steps that fit the largest value. */
export function chartScale(largestCents: number): { topCents: number; stepCents: number } {
  const roughCents = Math.max(largestCents, leastCents) / parts;
  const magnitude = 10 ** Math.floor(Math.log10(roughCents));
  const nice = niceSteps.find((step) => step * magnitude >= roughCents) ?? 10;
  const stepCents = nice * magnitude;
  return { topCents: stepCents * parts, stepCents };
}

/** Formats an axis label in the unit of the axis: `$0`, `$600`, `$1,200`; `$6k` below `$18k`; `$0.5m` below `$1.5m`. */
export function axisLabel(cents: number, topCents: number): string {
  const [dollars, top] = [wireAmount(cents), wireAmount(topCents)];
  if (dollars === 0 || top < 10_000) return `$${dollars.toLocaleString("en-US")}`;
  const [per, unit] = top < 1_000_000 ? ([1_000, "k"] as const) : ([1_000_000, "m"] as const);
  return `$${Number((dollars / per).toFixed(1))}${unit}`;
}
