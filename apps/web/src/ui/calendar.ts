import type { Modifiers } from "react-day-picker";
import { cx } from "./cx.ts";
import { formatMoment } from "./dates.ts";
import styles from "./date-range.module.css";

/** How every calendar looks and speaks: the same for days and for ranges of them. */
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

/** What a day is called: with its number as it stands on the button, so that who speaks to the browser can press it. */
function dayLabel(day: Date, { today, selected }: Modifiers): string {
  return `${today ? "Today, " : ""}${formatMoment(day, "weekday")}${selected ? ", selected" : ""}`;
}

/** The calendar works on days of the browser's own zone; only their dates are meant. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
