import type { Modifiers } from "react-day-picker";
import { cx } from "./cx.ts";
import styles from "./date-range.module.css";

/** Styles and labels shared by the calendars for days and ranges. */
export const calendarLook = {
  classNames: {
    root: cx(styles.calendar),
    month_caption: cx(styles.caption),
    nav: cx(styles.nav),
    button_previous: cx(styles.step),
    button_next: cx(styles.step),
    month_grid: cx(styles.grid),
    weekday: cx(styles.weekday),
    day_button: cx(styles.day),
    outside: cx(styles.outside),
    today: cx(styles.today),
    range_start: cx(styles.end),
    range_end: cx(styles.end),
    range_middle: cx(styles.middle),
  },
  labels: { labelDayButton: dayLabel },
  showOutsideDays: true,
};

/** Formats a day as `Friday, November 20, 2026`. */
const longDay = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });

/** Accessible name of a day. Includes the number on the button, so that voice control can address it. */
function dayLabel(day: Date, { today, selected }: Modifiers): string {
  return `${today ? "Today, " : ""}${longDay.format(day)}${selected ? ", selected" : ""}`;
}

/** Converts a day to a Date in the browser's time zone, as the calendar expects. Only its date matters. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
