import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { dayWords } from "../../ui/dates.ts";

/** Formats the due date and the delay: `due Dec 1, 2026`, `17 days late, due Dec 1, 2026` or `nothing due`. */
export function dueWords({ dueOn, daysLate }: { dueOn: string | null; daysLate: number }): string {
  if (dueOn === null) return "nothing due";
  if (daysLate > 0) return `${daysLate} ${daysLate === 1 ? "day" : "days"} late, due ${dayWords(dueOn)}`;
  return `due ${dayWords(dueOn)}`;
}

/** Converts a dollar amount of either sign to cents. */
export function signedCents(amount: number): number {
  return amount < 0 ? -centsOf(-amount) : centsOf(amount);
}

/** Formats a lease's balance in dollars, such as `$50.00 prepaid`. */
export function balanceText(balance: number): string {
  const cents = signedCents(balance);
  return cents < 0 ? `${formatUsd(-cents)} prepaid` : cents === 0 ? "nothing owed" : `${formatUsd(cents)} owed`;
}
