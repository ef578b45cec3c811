import { dayWords } from "../../ui/dates.ts";

/** Term of a lease in words: `Oct 1, 2024 to Sep 30, 2025`, or `Oct 1, 2024, month-to-month` without an end date. */
export function leaseTerm({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }): string {
  return endsOn === null ? `${dayWords(startsOn)}, month-to-month` : `${dayWords(startsOn)} to ${dayWords(endsOn)}`;
}
