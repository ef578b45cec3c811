import { lastDueDay } from "@hearth/domain/rent/periods";

/** Due day of the rent in words: `on day 1`, `on the last day`. */
export function dueDayWords(dueDay: number): string {
  return dueDay === lastDueDay ? "on the last day" : `on day ${dueDay}`;
}
