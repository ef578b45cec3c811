import { limits } from "./limits.ts";

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/**
 * True for a valid end of a documented date filter: a bare date, or an ISO 8601 time with optional seconds and offset. The day must exist;
 * bare dates start at year 1.
 */
export function isDateFilter(text: string): boolean {
  if (text.length > limits.dateFilterMaxLength) return false;
  const [, year, month, day] = (shape.exec(text) ?? []).map(Number);
  if (year === undefined || !month || !day || (year === 0 && text.length === 10)) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
