import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { monthWords } from "../../ui/dates.ts";

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

/** Names months in order: "April 2027 to June 2027" where none is left out, else "April 2027, May 2027 and July 2027". */
export function monthsNamed(periods: readonly string[]): string {
  const names = periods.map((period) => monthWords(period.slice(0, 7)));
  const count = periods.map((period) => Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7)));
  const isUnbroken = count.every((month, index) => month === (count[0] ?? 0) + index);
  const last = names.at(-1) ?? "";
  if (names.length <= 1) return last;
  return isUnbroken ? `${names[0]} to ${last}` : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Says what several months of autopay cost: "April 2027 to June 2027, $1,450.00 each, $4,350.00 in all". */
export function monthsSummary(months: readonly { period: string; amount: number }[]): string {
  const amounts = months.map(({ amount }) => centsOf(amount));
  const [first = 0] = amounts;
  const name = monthsNamed(months.map(({ period }) => period));
  if (amounts.length === 1) return `${name}, ${formatUsd(first)}`;
  const total = formatUsd(amounts.reduce((sum, cents) => sum + cents, 0));
  return amounts.every((cents) => cents === first) ? `${name}, ${formatUsd(first)} each, ${total} in all` : `${name}, ${total} in all`;
}
