import { formatUsd } from "@hearth/domain/money";
import type { PaymentStatus } from "@hearth/domain/payments/status";

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

/** A month of the ribbon: what settled it, or what it waits for. */
export interface RibbonMonth {
  /** `2026-11` */
  month: string;
  /** The transaction of the month's largest completed payment; null where none was completed. */
  hash: string | null;
  /** The day of the month on which that was, or on which a pending one was begun. */
  day: number | null;
}

interface PaidSomeDay {
  createdAt: string;
  completedAt: string | null;
  status: PaymentStatus;
  amount: number;
  transactionHash: string | null;
}

/** The months of the ribbon, each with its largest payment, in the viewer's time zone. Failed and cancelled ones are no payments. */
export function ribbonMonths(months: readonly string[], payments: readonly PaidSomeDay[], timeZone?: string): RibbonMonth[] {
  const counted = payments
    .filter(({ status }) => status === "completed" || status === "pending")
    .map((payment) => ({ ...payment, ...calendarDay(payment.completedAt ?? payment.createdAt, timeZone) }))
    .toSorted((one, other) => Number(other.status === "completed") - Number(one.status === "completed") || other.amount - one.amount);
  return months.map((month) => {
    const largest = counted.find((payment) => payment.month === month);
    return { month, hash: largest?.status === "completed" ? largest.transactionHash : null, day: largest?.day ?? null };
  });
}

function calendarDay(at: string, timeZone: string | undefined): { month: string; day: number } {
  // Swedish writes dates as ISO 8601 does.
  const date = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date(at));
  return { month: date.slice(0, 7), day: Number(date.slice(8)) };
}
