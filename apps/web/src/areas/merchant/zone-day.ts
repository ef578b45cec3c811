/** The calendar day of a moment in an IANA time zone, as date filters take it: `2026-11-20`. */
export function zoneDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
}
