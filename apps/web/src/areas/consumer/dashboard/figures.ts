import { formatUsd } from "@hearth/domain/money";
import type { PaymentStatus } from "@hearth/domain/payments/status";
import { zoneDay } from "../../../ui/dates.ts";

/** This month's payments compared with last month's, as text beside the figure. */
export interface Growth {
  direction: "more" | "less" | "same";
  /** The change, `4.8%`. Missing if there is nothing to compare. */
  percent?: string;
  text: string;
}

/** Compares this month with last month in words. Uses no colour, because more or less spending is neither good nor bad. */
export function describeGrowth(month: { thisCents: number; lastCents: number; percent: number; lastName: string }): Growth {
  const { thisCents, lastCents, percent, lastName } = month;
  const last = `${lastName}, ${formatUsd(lastCents)}`;
  if (thisCents === 0 && lastCents === 0) return { direction: "same", text: `Nothing yet, and nothing in ${lastName}` };
  if (thisCents === lastCents) return { direction: "same", text: `The same as ${last}` };
  const text = `${Math.abs(percent).toLocaleString("en-US")}%`;
  return thisCents > lastCents
    ? { direction: "more", percent: text, text: `more than ${last}` }
    : { direction: "less", percent: text, text: `less than ${last}` };
}

/** The facts of a lease that decide which lease a tenant reads about first. Days are ISO dates, null if nothing is due or follows. */
interface DueLease {
  owed: number;
  dueOn: string | null;
  next: { dueOn: string } | null;
}

/**
 * Finds the lease that the dashboard is about: the one that owes money since or from the earliest day, or else the one with the next rent.
 * A lease that is over and settled comes last.
 */
export function leadingLease<Lease extends DueLease>(leases: readonly Lease[]): Lease | undefined {
  const rank = ({ owed, dueOn, next }: Lease) => (owed > 0 ? `0 ${dueOn}` : next === null ? "2" : `1 ${next.dueOn}`);
  return leases.toSorted((left, right) => rank(left).localeCompare(rank(right))).at(0);
}

/** A month of the ribbon, with its settled or pending payment. */
export interface RibbonMonth {
  /** `2026-11` */
  month: string;
  /** Transaction hash of the month's largest completed payment, or null if there is none. */
  hash: string | null;
  /** ISO day of the completed payment, or of the start of a pending one. In another month where rent was paid early or late. */
  day: string | null;
}

interface PaidSomeDay {
  id: string;
  createdAt: string;
  completedAt: string | null;
  status: PaymentStatus;
  amount: number;
  transactionHash: string | null;
  /** IANA zone of the payment. */
  timeZone: string;
}

/**
 * Returns the ribbon's months, each with its largest payment. A payment of rent belongs to the months that it paid for (`paidMonths`), any other to the
 * month of its own day, in its own time zone. Ignores failed and cancelled payments.
 */
export function ribbonMonths(
  months: readonly string[],
  payments: readonly PaidSomeDay[],
  paidMonths: readonly { month: string; paymentId: string }[] = [],
): RibbonMonth[] {
  const rentOf = Map.groupBy(paidMonths, ({ paymentId }) => paymentId);
  const counted = payments
    .filter(({ status }) => status === "completed" || status === "pending")
    .map((payment) => {
      const day = zoneDay(new Date(payment.completedAt ?? payment.createdAt), payment.timeZone);
      const paidFor = rentOf.get(payment.id)?.map(({ month }) => month) ?? [day.slice(0, 7)];
      return { ...payment, day, paidFor };
    })
    .toSorted((left, right) => Number(right.status === "completed") - Number(left.status === "completed") || right.amount - left.amount);
  return months.map((month) => {
    const largest = counted.find(({ paidFor }) => paidFor.includes(month));
    return { month, hash: largest?.status === "completed" ? largest.transactionHash : null, day: largest?.day ?? null };
  });
}
