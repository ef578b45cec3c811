const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Parses a typed day: `2026-11-03`, `11/3/2026`, `Nov 3, 2026` or `3 November 2026`. Returns null for anything else. */
export function readDay(text: string): string | null {
  const input = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(input);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(input);
  if (slashed) return dayOf(slashed[3], slashed[1], slashed[2]);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(input);
  if (monthFirst) return dayOf(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/.exec(input);
  return dayFirst ? dayOf(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]) : null;
}

function monthNumber(name = ""): number {
  return monthNames.indexOf(name.slice(0, 3)) + 1;
}

/** Formats a day, or returns null if the calendar does not have it, such as February 30. */
function dayOf(year: string | undefined, month: string | number | undefined, day: string | undefined): string | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = at.getUTCFullYear() === Number(year) && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? at.toISOString().slice(0, 10) : null;
}

/** True for an existing day in the API's format. */
export function isDay(text: string): boolean {
  return readDay(text) === text;
}

/** Noon of a day in UTC, so that day arithmetic never changes the date. */
export const noon = (day: string) => new Date(`${day}T12:00:00Z`);
