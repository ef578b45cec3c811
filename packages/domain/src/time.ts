import { TZDate } from "@date-fns/tz";
// By their own files: the package's index loads its three hundred others, a second of every program's start.
import { addMonths } from "date-fns/addMonths";
import { startOfMonth } from "date-fns/startOfMonth";
import { limits } from "./limits.ts";

/** Where "now" comes from; injected everywhere, so that tests own the time. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

const secondMs = 1_000;
const dayMs = 86_400_000;

/** When a checkout created at that moment ends. */
export function checkoutExpiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + limits.checkoutSeconds * secondMs);
}

/** Whether a checkout is over: the moment of expiry itself already is. */
export function isCheckoutExpired(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/**
 * The second of a moment. A block's time is whole seconds and a server's moment is not, so the two are compared by their seconds: what happened
 * within one second has no order that anybody knows.
 */
export function secondOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / secondMs) * secondMs);
}

/** Whether a block is older than a server's moment. A block of the moment's own second is not: money that came for it must not be lost. */
export function isBlockBefore(blockTime: Date, moment: Date): boolean {
  return blockTime.getTime() < secondOf(moment).getTime();
}

/** Whether a block is younger than a server's moment, so that all before the moment is known once it was read. A block of the moment's own second is not. */
export function isBlockAfter(blockTime: Date, moment: Date): boolean {
  return blockTime.getTime() > secondOf(moment).getTime();
}

/** How a checkout ends: by its time, or earlier because its payer gave it up. */
export interface CheckoutEnd {
  expiresAt: Date;
  /** When its payer gave it up, which says nothing where its time had run out by then; null where nobody did. */
  givenUpAt: Date | null;
}

/**
 * Whether money of a block came after a checkout had ended. In the second in which its time ran out the money is in time; in the second in which
 * its payer gave it up the money is late, because giving up says that nothing was sent.
 */
export function isPaidLate(blockTime: Date, { expiresAt, givenUpAt }: CheckoutEnd): boolean {
  if (givenUpAt !== null && givenUpAt < expiresAt) return !isBlockBefore(blockTime, givenUpAt);
  return isBlockAfter(blockTime, expiresAt);
}

/** Whether a payment is still inside the 90 days in which a dispute may be filed: the 90th day's last moment is inside. */
export function isWithinDisputeWindow(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() <= limits.disputeWindowDays * dayMs;
}

/** Half-open range of instants: `from` is inside, `to` is not. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** The calendar month around `now` in that IANA time zone, moved by `offset` months (-1 is last month). */
export function monthRange(now: Date, timeZone: string, offset = 0): TimeRange {
  const first = addMonths(startOfMonth(new TZDate(now.getTime(), timeZone)), offset);
  return { from: new Date(first.getTime()), to: new Date(addMonths(first, 1).getTime()) };
}

/** The calendar month that many months from `now` in that time zone, as `2026-11`. */
export function monthName(now: Date, timeZone: string, offset = 0): string {
  const first = addMonths(startOfMonth(new TZDate(now.getTime(), timeZone)), offset);
  return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, "0")}`;
}

const zoneShape =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\/[A-Z][\w+-]*)+$/;
/** Names that JavaScript reads and PostgreSQL refuses. */
const unknownToDatabase = new Set(["Canada/East-Saskatchewan", "US/Pacific-New"]);

/**
 * Whether a text is the name of a time zone that this machine and PostgreSQL both know, with the same offsets: an area and a place, or `UTC`.
 * Abbreviations and offsets are refused, because the two read them differently: `IST` is India's time to one and Israel's to the other.
 */
export function isTimeZone(timeZone: string): boolean {
  if (timeZone === "UTC") return true;
  if (timeZone.length > 64 || !zoneShape.test(timeZone) || unknownToDatabase.has(timeZone)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The sentence for a time zone that is refused. */
export const timeZoneRefusal = "Please choose a time zone by its area and place, for example America/New_York";

/**
 * Growth of a total over last month's, in percent with one decimal: 100 when last month was 0 and this one is not, 0 when both are 0.
 */
export function growthPercent(thisMonthCents: number, lastMonthCents: number): number {
  if (lastMonthCents === 0) return thisMonthCents > 0 ? 100 : 0;
  return Math.round(((thisMonthCents - lastMonthCents) * 1000) / lastMonthCents) / 10;
}
