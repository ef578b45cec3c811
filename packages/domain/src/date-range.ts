import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import { HearthError } from "./errors.ts";
import { isDateFilter } from "./date-filter.ts";
import { limits } from "./limits.ts";
import { isTimeZone, timeZoneRefusal } from "./time.ts";

/** The message for a start date after the end date. */
export const datesOutOfOrder = "The start date is after the end date";

const bareDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A range of instants: `from` is included, `to` is excluded. A missing end is unbounded. */
export interface OpenRange {
  from?: Date;
  to?: Date;
}

/**
 * One end of a documented date filter: a bare date or an ISO 8601 time. Without an offset it is read in the viewer's time zone. Refuses
 * anything else, and days that do not exist.
 */
export const dateFilter = z.string().max(limits.dateFilterMaxLength).refine(isDateFilter, "Please enter a valid date");

/** The documented date filter of a list, inclusive at both ends. `timeZone` is an IANA name. */
export const dateRangeShape = {
  startDate: dateFilter.optional(),
  endDate: dateFilter.optional(),
  timeZone: z.string().refine(isTimeZone, timeZoneRefusal).optional(),
};

/**
 * Converts a date filter to instants in an IANA time zone, from the start's first moment to the end's last. Clamps to the years 1 to 9999.
 * @throws HearthError VALIDATION if the start is after the end.
 */
export function toDateRange(filter: { startDate?: string | undefined; endDate?: string | undefined }, timeZone: string): OpenRange {
  const { startDate, endDate } = filter;
  const from = startDate === undefined ? undefined : startOf(startDate, timeZone);
  const to = endDate === undefined ? undefined : endOf(endDate, timeZone);
  if (from && to && from >= to) throw new HearthError("VALIDATION", { message: datesOutOfOrder, fields: { startDate: datesOutOfOrder } });
  return { ...(from && { from: within(from) }), ...(to && { to: within(to) }) };
}

const first = new Date("0001-01-01T00:00:00.000Z");
const last = new Date("9999-12-31T23:59:59.999Z");

function within(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), first.getTime()), last.getTime()));
}

function startOf(text: string, timeZone: string): Date {
  return bareDate.test(text) ? midnight(text, timeZone, 0) : momentOf(text, timeZone);
}

/** The exclusive end: the next midnight after a date, or the millisecond after a time. */
function endOf(text: string, timeZone: string): Date {
  return bareDate.test(text) ? midnight(text, timeZone, 1) : new Date(momentOf(text, timeZone).getTime() + 1);
}

function midnight(date: string, timeZone: string, daysLater: number): Date {
  const [year, month, day] = partsOf(date);
  return new Date(new TZDate(year, month - 1, day + daysLater, timeZone).getTime());
}

function momentOf(text: string, timeZone: string): Date {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return new Date(text);
  const wall = new Date(`${text}Z`);
  const day = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()] as const;
  const time = [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds(), wall.getUTCMilliseconds()] as const;
  return new Date(new TZDate(...day, ...time, timeZone).getTime());
}

function partsOf(date: string): [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return [year, month, day];
}
