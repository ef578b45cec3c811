import type { PaymentStatus } from "@hearth/domain/payments/status";
import type { StripMonth } from "../../../ui/day-strip.tsx";
import { centsOf } from "../../../kit/cents.ts";

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
