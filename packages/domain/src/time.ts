import { TZDate } from "@date-fns/tz";
// Imported by file: the package's index loads 300 other modules, which adds a second to every program's start.
import { startOfMonth } from "date-fns/startOfMonth";
import { limits } from "./limits.ts";

/** The source of the current time. Injected everywhere, so that tests control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const secondMs = 1_000;
const dayMs = 86_400_000;

/** When a checkout created at that moment expires. */
export function checkoutExpiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + limits.checkoutSeconds * secondMs);
}

/** True from the moment of expiry on. */
export function isCheckoutExpired(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/** Truncates a moment to its second. Block times are whole seconds, so moments within one second have no known order. */
export function secondOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / secondMs) * secondMs);
}

/** True if a block is older than a server's moment. False within the same second: money that came for it must not be lost. */
export function isBlockBefore(blockTime: Date, moment: Date): boolean {
  return blockTime.getTime() < secondOf(moment).getTime();
}

/** True if a block is newer than a server's moment, so everything before the moment has been read. False within the same second. */
export function isBlockAfter(blockTime: Date, moment: Date): boolean {
  return blockTime.getTime() > secondOf(moment).getTime();
}

/** The end of a checkout: by expiry, or earlier because the payer gave it up. */
export interface CheckoutEnd {
  expiresAt: Date;
  /** When the payer gave it up, or null. Ignored if the checkout had already expired. */
  givenUpAt: Date | null;
}

/**
 * True if a block's money came after the checkout ended. In the second of expiry the money is in time. In the second of giving up it is
 * late, because giving up says that nothing was sent.
 */
export function isPaidLate(blockTime: Date, { expiresAt, givenUpAt }: CheckoutEnd): boolean {
  if (givenUpAt !== null && givenUpAt < expiresAt) return !isBlockBefore(blockTime, givenUpAt);
  return isBlockAfter(blockTime, expiresAt);
}

/** True while a payment can be disputed. The last moment of the 90th day is included. */
export function isWithinDisputeWindow(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() <= limits.disputeWindowDays * dayMs;
}

/** A half-open range of instants: `from` is included, `to` is excluded. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** The starts of months in time zones that were asked for, in milliseconds. Computing one takes longer than some statements. */
const monthStarts = new Map<string, number>();
/** Many times what one process needs. Beyond it the map starts again, so that it cannot grow without limit. */
const mostMonthStarts = 20_000;

/** The start of a month in an IANA time zone. Months count from January of year 0. */
function monthStart(month: number, timeZone: string): number {
  const key = `${month} ${timeZone}`;
  const known = monthStarts.get(key);
  if (known !== undefined) return known;
  const start = startOfMonth(new TZDate(Date.UTC(Math.floor(month / 12), month % 12, 15), timeZone)).getTime();
  if (monthStarts.size >= mostMonthStarts) monthStarts.clear();
  monthStarts.set(key, start);
  return start;
}

/** The calendar month of `now` in a time zone. Clocks differ from UTC by less than a day, so the month is that of UTC or one beside it. */
function monthOf(now: Date, timeZone: string): number {
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (now.getTime() < monthStart(month, timeZone)) return month - 1;
  return now.getTime() < monthStart(month + 1, timeZone) ? month : month + 1;
}

/** The calendar month of `now` in an IANA time zone, shifted by `offset` months (-1 is last month). */
export function monthRange(now: Date, timeZone: string, offset = 0): TimeRange {
  const month = monthOf(now, timeZone) + offset;
  return { from: new Date(monthStart(month, timeZone)), to: new Date(monthStart(month + 1, timeZone)) };
}

/** The calendar month of `now`, shifted by `offset` months, as `2026-11`. */
export function monthName(now: Date, timeZone: string, offset = 0): string {
  const month = monthOf(now, timeZone) + offset;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

const zoneShape =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\/[A-Z][\w+-]*)+$/;
/** Time zones that JavaScript accepts and PostgreSQL refuses. */
const unknownToDatabase = new Set(["Canada/East-Saskatchewan", "US/Pacific-New"]);

/**
 * True for a time zone that JavaScript and PostgreSQL read with the same offsets: an area and a place, or `UTC`. Refuses abbreviations and
 * offsets, which they read differently: `IST` is India's time in one and Israel's in the other.
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

/** The message for a refused time zone. */
export const timeZoneRefusal = "Please choose a time zone by its area and place, for example America/New_York";

/** Growth over last month in percent, with one decimal. 100 if last month was 0 and this one is not; 0 if both are 0. */
export function growthPercent(thisMonthCents: number, lastMonthCents: number): number {
  if (lastMonthCents === 0) return thisMonthCents > 0 ? 100 : 0;
  return Math.round(((thisMonthCents - lastMonthCents) * 1000) / lastMonthCents) / 10;
}
