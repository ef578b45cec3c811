import { lastDueDay } from "./periods.ts";

/** Due date of the rent in words: `on the 1st`, `on the last day`. */
export function dueDayWords(dueDay: number): string {
  return dueDay === lastDueDay ? "on the last day" : `on the ${ordinal(dueDay)}`;
}

const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });

/** Day of a month in words: `1st`, `22nd`. */
export function ordinal(day: number): string {
  return `${day}${suffixes[ordinals.select(day)] ?? "th"}`;
}
