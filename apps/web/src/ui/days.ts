import { dayWords } from "./dates.ts";
import { noon } from "./day.ts";

/** Range of days. Each end may be open. */
export interface DayRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Formats a range of days: `Nov 1 – Nov 22, 2026`, `From Nov 1, 2026`, `All dates`. */
export function rangeWords({ startDate, endDate }: DayRange): string {
  if (startDate && endDate) {
    if (startDate === endDate) return dayWords(startDate);
    const isOneYear = startDate.slice(0, 4) === endDate.slice(0, 4);
    return `${isOneYear ? dayWords(startDate).replace(/, \d{4}$/, "") : dayWords(startDate)} – ${dayWords(endDate)}`;
  }
  if (startDate) return `From ${dayWords(startDate)}`;
  return endDate ? `Until ${dayWords(endDate)}` : "All dates";
}

/** True if the start is after the end. */
export function isOutOfOrder({ startDate, endDate }: DayRange): boolean {
  return Boolean(startDate && endDate && startDate > endDate);
}

/** Returns the range after a click on a calendar day. Completes a range with one open end, and otherwise starts a new one. */
export function withDay({ startDate, endDate }: DayRange, day: string): Required<DayRange> {
  if (startDate && !endDate) return day >= startDate ? { startDate, endDate: day } : { startDate: day, endDate: undefined };
  if (endDate && !startDate) return day <= endDate ? { startDate: day, endDate } : { startDate: undefined, endDate: day };
  return { startDate: day, endDate: undefined };
}

/** Presets for common ranges relative to `today`. */
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
