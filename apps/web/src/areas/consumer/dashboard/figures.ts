import { formatUsd } from "@hearth/domain/money";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import type { StripMonth } from "../../../ui/day-strip.tsx";
import { centsOf } from "../../../kit/cents.ts";

/** This month's payments compared with last month's, in the words beside the figure. */
export interface Growth {
  direction: "more" | "less" | "same";
  /** What is said in bold: `4.8%`; absent where there is nothing to compare. */
  percent?: string;
  words: string;
}

/** Says how this month compares with last month. Outgoing money is neither good nor bad, so it has no colour. */
export function describeGrowth(month: { thisCents: number; lastCents: number; percent: number; lastName: string }): Growth {
  const { thisCents, lastCents, percent, lastName } = month;
  const last = `${lastName}, ${formatUsd(lastCents)}`;
  if (thisCents === 0 && lastCents === 0) return { direction: "same", words: `Nothing yet, and nothing in ${lastName}` };
  if (thisCents === lastCents) return { direction: "same", words: `The same as ${last}` };
  const text = `${Math.abs(percent).toLocaleString("en-US")}%`;
  return thisCents > lastCents
    ? { direction: "more", percent: text, words: `more than ${last}` }
    : { direction: "less", percent: text, words: `less than ${last}` };
}

/** Each month's difference from the one before, as the chart remarks it; nothing for the first month and for an empty one. */
export function monthRemark(cents: number, beforeCents: number | undefined): string | undefined {
  if (beforeCents === undefined || cents === 0 || beforeCents === 0) return undefined;
  if (cents === beforeCents) return "as the month before";
  return cents > beforeCents ? `${formatUsd(cents - beforeCents)} more` : `${formatUsd(beforeCents - cents)} less`;
}

interface PaidSomeDay {
  createdAt: string;
  completedAt: string | null;
  status: PaymentStatus;
  amount: number;
}

/**
 * The days on which payments were completed, or begun where they are still pending, by month in the viewer's time zone; a payment weighs
 * as much as its share of the largest one. Failed and cancelled ones are no payments.
 */
export function paymentDays(months: readonly string[], payments: readonly PaidSomeDay[], timeZone?: string): StripMonth[] {
  const counted = payments.filter(({ status }) => status === "completed" || status === "pending");
  const largest = Math.max(1, ...counted.map(({ amount }) => centsOf(amount)));
  const placed = counted.map(({ status, amount, completedAt, createdAt }) => ({
    ...calendarDay(completedAt ?? createdAt, timeZone),
    weight: centsOf(amount) / largest,
    waiting: status === "pending",
  }));
  return months.map((month) => ({
    month,
    days: placed
      .filter((payment) => payment.month === month)
      .map(({ day, weight, waiting }) => ({ day, weight, waiting }))
      .sort((one, other) => one.day - other.day),
  }));
}

function calendarDay(at: string, timeZone: string | undefined): { month: string; day: number } {
  // Swedish writes dates as ISO 8601 does.
  const date = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date(at));
  return { month: date.slice(0, 7), day: Number(date.slice(8)) };
}
