import { TZDate } from "@date-fns/tz";

/** A day of the calendar, as `2026-11-30`: compares as text in the order of time, and knows no zone. */
export type Day = string;

const dayMs = 86_400_000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day from its numbers; a day that the month lacks is its last one. */
export function dayOf(year: number, month: number, day: number): Day {
  const pad = (number: number, width: number) => String(number).padStart(width, "0");
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(Math.min(day, lengthOf(year, month)), 2)}`;
}

/** Whether a text is a day that exists, from the year 2000 to 2199. */
export function isDay(text: string): boolean {
  if (!shape.test(text) || text < "2000-01-01" || text > "2199-12-31") return false;
  const { year, month, day } = partsOf(text);
  return month >= 1 && month <= 12 && day >= 1 && dayOf(year, month, day) === text;
}

/** The first day of a day's month; what a period is told by. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month that many months on. Counted from the month that is given, so that steps do not add up their errors. */
export function monthAfter(month: Day, months: number): Day {
  const { year, month: number } = partsOf(month);
  const count = year * 12 + number - 1 + months;
  return dayOf(Math.floor(count / 12), (count % 12) + 1, 1);
}

/** How many days a day's month has. */
export function daysInMonth(day: Day): number {
  const { year, month } = partsOf(day);
  return lengthOf(year, month);
}

/** The day that many days on, or back below zero. */
export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days lie from one day to another; 0 for the same one. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** The day on which a moment falls in an IANA time zone. */
export function dayIn(moment: Date, timeZone: string): Day {
  const local = new TZDate(moment.getTime(), timeZone);
  return dayOf(local.getFullYear(), local.getMonth() + 1, local.getDate());
}

/**
 * The first moment of a day in an IANA time zone: midnight, or the moment that follows it where the clocks jump over it. A day that the zone left out, as
 * Samoa did with December 30, 2011, begins where the day after it does.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const { year, month, day: number } = partsOf(day);
  const midnight = new Date(new TZDate(year, month - 1, number, timeZone).getTime());
  if (dayIn(midnight, timeZone) === day) return midnight;
  // Clocks that jump over midnight jump by an hour at most, at a whole quarter of it.
  for (let minutes = 15; minutes <= 120; minutes += 15) {
    const later = new Date(midnight.getTime() + minutes * 60_000);
    if (dayIn(later, timeZone) === day) return later;
  }
  return startOfDay(dayAfter(day, 1), timeZone);
}

/** How many days a zone has from one day to another, both counted. It has one less where it left a day out. */
export function countDays(from: Day, to: Day, timeZone: string): number {
  if (from > to) return 0;
  return Math.round((startOfDay(dayAfter(to, 1), timeZone).getTime() - startOfDay(from, timeZone).getTime()) / dayMs);
}

/** The earlier and the later of two days. */
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
