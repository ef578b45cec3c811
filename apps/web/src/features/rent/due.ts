import { centsOf } from "../../kit/cents.ts";
import { formatMoment } from "../../ui/dates.ts";

/** A day of a lease in words, `Dec 1, 2026`: the same wherever it is read. */
export function dayWords(day: string): string {
  return formatMoment(new Date(`${day}T00:00:00Z`), "day", "UTC");
}

/** By when it is due, or for how long it has been: `due Dec 1, 2026`, `due today`, `17 days late`. */
export function dueWords({ dueOn, daysLate }: { dueOn: string | null; daysLate: number }): string {
  if (dueOn === null) return "nothing due";
  if (daysLate > 0) return `${daysLate} ${daysLate === 1 ? "day" : "days"} late, due ${dayWords(dueOn)}`;
  return `due ${dayWords(dueOn)}`;
}

/** Dollars of the server, above or below zero, in whole cents. */
export function signedCents(amount: number): number {
  return amount < 0 ? -centsOf(-amount) : centsOf(amount);
}
