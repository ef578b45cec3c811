import { centsOf } from "../../kit/cents.ts";

/** A month as the server adds it up, in dollars. */
export interface MonthSums {
  month: string;
  completed: number;
  pending: number;
}

/** The months as the chart draws them, in cents, and whether nothing was paid in any of them. */
export function monthsInCents(months: readonly MonthSums[]) {
  const inCents = months.map(({ month, completed, pending }) => ({
    month,
    settledCents: centsOf(completed),
    waitingCents: centsOf(pending),
  }));
  return { inCents, isEmpty: inCents.every(({ settledCents, waitingCents }) => settledCents + waitingCents === 0) };
}
