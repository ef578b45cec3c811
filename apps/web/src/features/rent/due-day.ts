import { lastDueDay } from "@hearth/domain/rent/periods";

/** On which day of its month rent is due: `on day 1`, `on the last day`. */
export function dueDayWords(dueDay: number): string {
  return dueDay === lastDueDay ? "on the last day" : `on day ${dueDay}`;
}
