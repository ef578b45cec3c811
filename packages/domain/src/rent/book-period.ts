import { type Day, dayAfter, dayOf, daysInMonth } from "./calendar.ts";
import { periodName } from "./periods.ts";

/** The first and last day of a month (`2026-11`) or a year (`2026`). */
export function daysOfPeriod(period: string): { from: Day; to: Day } {
  if (period.length === 4) return { from: `${period}-01-01`, to: `${period}-12-31` };
  const from = `${period}-01`;
  return { from, to: dayAfter(from, daysInMonth(from) - 1) };
}

/** Formats a month or a year: `November 2026`, `2026`. */
export function bookPeriodName(period: string): string {
  return period.length === 4 ? period : periodName(`${period}-01`);
}

/** The periods offered for selection, newest first: next month, the 25 months before it, and three years. */
export function periodsUntil(today: Day): string[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const months = Array.from({ length: 26 }, (_, back) => {
    const count = year * 12 + month - back;
    return dayOf(Math.floor(count / 12), (count % 12) + 1, 1).slice(0, 7);
  });
  return [...months, ...Array.from({ length: 3 }, (_, back) => String(year - back))];
}
