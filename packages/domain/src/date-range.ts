import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import { HearthError } from "./errors.ts";
import { isDateFilter } from "./date-filter.ts";
import { limits } from "./limits.ts";
import { isTimeZone, timeZoneRefusal } from "./time.ts";

/** What is said of a start that lies after the end. */
export const datesOutOfOrder = "The start date is after the end date";

const bareDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A range of instants: `from` is inside, `to` is not; an absent end is open. */
export interface OpenRange {
  from?: Date;
  to?: Date;
}

/**
 * One end of a documented date filter: a bare date, read in the viewer's time zone, or an ISO 8601 time; one without an offset is read in
 * the time zone too. Anything else, the 30th of February included, is refused.
 */
export const dateFilter = z.string().max(limits.dateFilterMaxLength).refine(isDateFilter, "Please enter a valid date");

/** The documented filter of a list by date, inclusive at both ends; `timeZone` is an IANA name. */
export const dateRangeShape = {
  startDate: dateFilter.optional(),
  endDate: dateFilter.optional(),
  timeZone: z.string().refine(isTimeZone, timeZoneRefusal).optional(),
};

/**
 * What a date filter means: from the first moment of the start to the last one of the end, in that IANA time zone; what lies outside the years
 * 1 to 9999, which is as far as they can be told, is their edge.
 * @throws HearthError VALIDATION for a start after the end.
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

/** The moment after the last one inside: the next midnight, or the millisecond after a time. */
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
