import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
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

type OwnLease = Outputs["rent"]["mine"][number];

/** Says who owes what after a lease has ended, and what happens next. */
export function settleWords(
  { merchant, held }: Pick<OwnLease, "merchant" | "held">,
  { step, amount }: NonNullable<OwnLease["settle"]>,
): string {
  const dollars = formatUsd(centsOf(amount));
  if (step === "pay") return `You owe ${dollars}. Pay it, and all is settled.`;
  if (step === "keep") return `You owe ${dollars}. ${merchant} can keep it of your deposit of ${formatUsd(centsOf(held))}, or you pay it.`;
  if (step === "giveBack") return `${merchant} owes you ${dollars} of your deposit.`;
  return `${merchant} owes you ${dollars} that you paid ahead.`;
}
