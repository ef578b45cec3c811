import { monthRange } from "@hearth/domain/time";
import { createRandom } from "@hearth/db/testing/random";

/** Where the demo's people and merchants are. */
export const demoTimeZone = "America/New_York";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const day = { begins: 8, ends: 20 };

/** The moment a number of days before another, to the millisecond. */
export function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * dayMs);
}

/**
 * A time of day at which people are awake, some days before the moment: 3.0 is the evening three days ago, 3.9 that day's morning, so that
 * more days are always earlier. The minute follows from the word.
 */
export function wakingTime(moment: Date, daysAgo: number, word: string): Date {
  const about = daysBefore(moment, Math.floor(daysAgo));
  const { from } = monthRange(about, demoTimeZone);
  const midnight = from.getTime() + Math.floor((about.getTime() - from.getTime()) / dayMs) * dayMs;
  const hours = day.ends - (daysAgo - Math.floor(daysAgo)) * (day.ends - day.begins);
  return new Date(midnight + hours * hourMs + createRandom("minute", word).between(0, 3_000_000));
}

/** The month's name where the demo is, that many months on. */
export function monthAround(moment: Date, offset = 0): string {
  const middle = new Date(monthRange(moment, demoTimeZone, offset).from.getTime() + 14 * dayMs);
  return middle.toLocaleDateString("en-US", { month: "long", timeZone: demoTimeZone });
}
