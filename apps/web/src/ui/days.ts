/** Calendar days as the server takes them, `2026-11-03`, and as people write them. */

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day that somebody has written: `2026-11-03`, `11/3/2026`, `Nov 3, 2026` or `3 November 2026`; null where it is none. */
export function readDay(text: string): string | null {
  const words = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(words);
  if (slashed) return dayOf(slashed[3], slashed[1], slashed[2]);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(words);
  if (monthFirst) return dayOf(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/.exec(words);
  return dayFirst ? dayOf(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]) : null;
}

function monthNumber(name = ""): number {
  return monthNames.indexOf(name.slice(0, 3)) + 1;
}

/** A day that the calendar has: no 30th of February. */
function dayOf(year: string | undefined, month: string | number | undefined, day: string | undefined): string | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = at.getUTCFullYear() === Number(year) && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? at.toISOString().slice(0, 10) : null;
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** A day in words: `Nov 3, 2026`. */
export function dayWords(day: string): string {
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" }).format(noon(day));
}

/** Days from one to another, each of which may be open. */
export interface DayRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Days in words: `Nov 1 – Nov 22, 2026`, `From Nov 1, 2026`, `All dates`. */
export function rangeWords({ startDate, endDate }: DayRange): string {
  if (startDate && endDate) {
    if (startDate === endDate) return dayWords(startDate);
    const isOneYear = startDate.slice(0, 4) === endDate.slice(0, 4);
    return `${isOneYear ? dayWords(startDate).replace(/, \d{4}$/, "") : dayWords(startDate)} – ${dayWords(endDate)}`;
  }
  if (startDate) return `From ${dayWords(startDate)}`;
  return endDate ? `Until ${dayWords(endDate)}` : "All dates";
}

/** Whether the first day lies after the last. */
export function isOutOfOrder({ startDate, endDate }: DayRange): boolean {
  return Boolean(startDate && endDate && startDate > endDate);
}

/** A range after a day was pressed on a calendar: it closes the range where one end is open, and begins another one otherwise. */
export function withDay({ startDate, endDate }: DayRange, day: string): Required<DayRange> {
  if (startDate && !endDate) return day >= startDate ? { startDate, endDate: day } : { startDate: day, endDate: undefined };
  if (endDate && !startDate) return day <= endDate ? { startDate: day, endDate } : { startDate: undefined, endDate: day };
  return { startDate: day, endDate: undefined };
}

/** The days that people ask for most, seen from `today`. */
export function dayPresets(today: string): { label: string; range: Required<DayRange> }[] {
  const at = noon(today);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const day = (...parts: [number, number, number]) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  return [
    { label: "This month", range: { startDate: day(year, month, 1), endDate: today } },
    { label: "Last month", range: { startDate: day(year, month - 1, 1), endDate: day(year, month, 0) } },
    { label: "Last 30 days", range: { startDate: day(year, month, at.getUTCDate() - 29), endDate: today } },
    { label: "This year", range: { startDate: day(year, 0, 1), endDate: today } },
    { label: "Last year", range: { startDate: day(year - 1, 0, 1), endDate: day(year, 0, 0) } },
    { label: "All dates", range: { startDate: undefined, endDate: undefined } },
  ];
}
