const niceSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const parts = 3;

/** The top of a chart's axis and its step, in cents: three round steps that hold the largest value. */
export function chartScale(largestCents: number): { topCents: number; stepCents: number } {
  const roughDollars = Math.max(largestCents / 100, parts) / parts;
  const magnitude = 10 ** Math.floor(Math.log10(roughDollars));
  const nice = niceSteps.find((step) => step * magnitude >= roughDollars) ?? 10;
  const stepCents = Math.round(nice * magnitude * 100);
  return { topCents: stepCents * parts, stepCents };
}

/** An amount as an axis shows it, in the unit that suits its top: `$0`, `$600`, `$1,200`; `$6k` below `$18k`; `$0.5m` below `$1.5m`. */
export function axisLabel(cents: number, topCents: number): string {
  const [dollars, top] = [cents / 100, topCents / 100];
  const short = (value: number, unit: string) => `$${Number(value.toFixed(1))}${unit}`;
  if (dollars === 0 || top < 10_000) return `$${dollars.toLocaleString("en-US")}`;
  return top < 1_000_000 ? short(dollars / 1_000, "k") : short(dollars / 1_000_000, "m");
}
