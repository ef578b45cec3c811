import { TZDate } from "@date-fns/tz";

/** A calendar day without a time zone, such as `2026-11-30`. String comparison orders days by time. */
export type Day = string;

const dayMs = 86_400_000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Makes a day from numbers. A day beyond the month's end becomes its last day. */
export function dayOf(year: number, month: number, day: number): Day {
  const pad = (number: number, width: number) => String(number).padStart(width, "0");
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(Math.min(day, lengthOf(year, month)), 2)}`;
}

/** True for a day that exists, from the year 2000 to 2199. */
export function isDay(text: string): boolean {
  if (!shape.test(text) || text < "2000-01-01" || text > "2199-12-31") return false;
  const { year, month, day } = partsOf(text);
  return month >= 1 && month <= 12 && day >= 1 && dayOf(year, month, day) === text;
}

/** The first day of a day's month, which identifies a period. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month `months` later. Always count from the original month, so that rounding does not add up. */
export function monthAfter(month: Day, months: number): Day {
  const { year, month: number } = partsOf(month);
  const count = year * 12 + number - 1 + months;
  return dayOf(Math.floor(count / 12), (count % 12) + 1, 1);
}

/** The number of days in a day's month. */
export function daysInMonth(day: Day): number {
  const { year, month } = partsOf(day);
  return lengthOf(year, month);
}

/** The day `days` later, or earlier if negative. */
export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The number of days from one day to another; 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** The day of a moment in an IANA time zone. */
export function dayIn(moment: Date, timeZone: string): Day {
  const local = new TZDate(moment.getTime(), timeZone);
  return dayOf(local.getFullYear(), local.getMonth() + 1, local.getDate());
}

/** The starts of days in time zones that were asked for, in milliseconds. Thousands of leases are charged for the same few days. */
const dayStarts = new Map<string, number>();
/** Many times what one month needs. Beyond it the map starts again, so that it cannot grow without limit. */
const mostDayStarts = 20_000;

/**
 * The first moment of a day in an IANA time zone: midnight, or the moment after it if the clocks skip midnight. A day that the zone
 * skipped, as Samoa did with December 30, 2011, starts with the next day.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const key = `${day} ${timeZone}`;
  const known = dayStarts.get(key);
  if (known !== undefined) return new Date(known);
  const start = computeStart(day, timeZone);
  if (dayStarts.size >= mostDayStarts) dayStarts.clear();
  dayStarts.set(key, start.getTime());
  return start;
}

function computeStart(day: Day, timeZone: string): Date {
  const { year, month, day: number } = partsOf(day);
  const midnight = new Date(new TZDate(year, month - 1, number, timeZone).getTime());
  if (dayIn(midnight, timeZone) === day) return midnight;
  // Clock changes that skip midnight shift by 15 minutes to 2 hours, in quarter-hours.
  for (let minutes = 15; minutes <= 120; minutes += 15) {
    const later = new Date(midnight.getTime() + minutes * 60_000);
    if (dayIn(later, timeZone) === day) return later;
  }
  return startOfDay(dayAfter(day, 1), timeZone);
}

/** The number of days from one day to another in a time zone, both inclusive. Days that the zone skipped are not counted. */
export function countDays(from: Day, to: Day, timeZone: string): number {
  if (from > to) return 0;
  return Math.round((startOfDay(dayAfter(to, 1), timeZone).getTime() - startOfDay(from, timeZone).getTime()) / dayMs);
}

/** The earlier or later of two days. */
export const earlier = (left: Day, right: Day): Day => (left < right ? left : right);
export const later = (left: Day, right: Day): Day => (left > right ? left : right);

function partsOf(day: Day): { year: number; month: number; day: number } {
  const [, year, month, number] = shape.exec(day) ?? [];
  if (year === undefined) throw new RangeError(`${day} is no day`);
  return { year: Number(year), month: Number(month), day: Number(number) };
}

function lengthOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
