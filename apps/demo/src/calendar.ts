import { monthRange } from "@hearth/domain/time";
import { createRandom } from "@hearth/db/testing/random";

/** The time zone of the demo's people and merchants. */
export const demoTimeZone = "America/New_York";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const day = { begins: 8, ends: 20 };

/** The moment `days` before another, to the millisecond. */
export function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * dayMs);
}

/**
 * A time of day between 8:00 and 20:50, `daysAgo` days before a moment. A larger fraction is earlier on that day: 3.0 is the evening three
 * days ago, 3.9 that morning. The minutes are derived from `word`.
 */
export function wakingTime(moment: Date, daysAgo: number, word: string): Date {
  const about = daysBefore(moment, Math.floor(daysAgo));
  const { from } = monthRange(about, demoTimeZone);
  const midnight = from.getTime() + Math.floor((about.getTime() - from.getTime()) / dayMs) * dayMs;
  const hours = day.ends - (daysAgo - Math.floor(daysAgo)) * (day.ends - day.begins);
  return new Date(midnight + hours * hourMs + createRandom("minute", word).between(0, 3_000_000));
}

/** The name of a month in the demo's time zone, `offset` months later. */
export function monthAround(moment: Date, offset = 0): string {
  const middle = new Date(monthRange(moment, demoTimeZone, offset).from.getTime() + 14 * dayMs);
  return middle.toLocaleDateString("en-US", { month: "long", timeZone: demoTimeZone });
}
