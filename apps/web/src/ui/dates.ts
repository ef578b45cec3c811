import { formatMoment } from "@hearth/domain/moment";

/** Formats a calendar day: `Nov 3, 2026`. The result does not depend on a time zone. */
export function dayWords(day: string): string {
  return formatMoment(new Date(`${day}T00:00:00Z`), "day", "UTC");
}

/** Formats a range of days: `Nov 1 – Nov 20, 2026`. Shows both years if they differ. */
export function formatDayRange(from: Date, to: Date, timeZone?: string): string {
  const year = (at: Date) => new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone }).format(at);
  const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone }).format(from);
  const first = year(from) === year(to) ? short : formatMoment(from, "day", timeZone);
  return `${first} – ${formatMoment(to, "day", timeZone)}`;
}

/** Formats the seconds left: `9:41`, `0:08`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Month of a time in an IANA time zone, by default the viewer's, in the API's format: `2026-11`. */
export function monthOf(at: string, timeZone?: string): string {
  return zoneDay(new Date(at), timeZone).slice(0, 7);
}

/** Formats a month: `November 2026`. */
export function monthWords(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.UTC(year, number - 1));
}

/** Calendar day of a time in an IANA time zone, by default the viewer's, in the API's format: `2026-11-20`. */
export function zoneDay(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
}
