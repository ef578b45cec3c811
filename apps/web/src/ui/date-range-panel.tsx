import { DayPicker, type Modifiers } from "react-day-picker";
import { useState } from "react";
import { cx } from "./cx.ts";
import { formatMoment, zoneDay } from "./dates.ts";
import { DayInput } from "./day-input.tsx";
import { dayPresets, type DayRange, isOutOfOrder, withDay } from "./days.ts";
import styles from "./date-range.module.css";
import { Field } from "./field.tsx";

interface DateRangePanelProps {
  value: DayRange;
  /** The calendar day it is. */
  today: string;
  onChange: (range: DayRange) => void;
  /** A choice that says both ends is made: the panel may go. */
  onDone: () => void;
  /** What is said of a start after the end. */
  outOfOrder: string;
}

const calendarClasses = {
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
};

/** Days by a preset, by typing both ends, or on a calendar. What is out of order, or no day, is said and chooses nothing. */
export function DateRangePanel({ value, today, onChange, onDone, outOfOrder }: DateRangePanelProps) {
  const [draft, setDraft] = useState(value);
  const [unread, setUnread] = useState<{ startDate?: boolean; endDate?: boolean }>({});
  const isWrong = isOutOfOrder(draft);

  function choose(range: DayRange) {
    setDraft(range);
    if (!isOutOfOrder(range)) onChange(range);
  }

  const end = (name: keyof DayRange, label: string) => (
    <Field
      label={label}
      filter
      error={unread[name] ? "Please write a date like Nov 3, 2026" : name === "startDate" && isWrong ? outOfOrder : undefined}
    >
      <DayInput
        value={draft[name] ?? ""}
        onDay={(day, typed) => {
          setUnread({ ...unread, [name]: day === "" && typed.trim().length >= 8 });
          if (day !== "" || typed.trim() === "") choose({ ...draft, [name]: day || undefined });
        }}
      />
    </Field>
  );

  return (
    <div className={styles.panel}>
      <ul className={styles.presets} aria-label="Common dates">
        {dayPresets(today).map(({ label, range }) => (
          <li key={label}>
            <button
              type="button"
              className={styles.preset}
              aria-pressed={range.startDate === value.startDate && range.endDate === value.endDate}
              onClick={() => {
                choose(range);
                onDone();
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.own}>
        <div className={styles.ends}>
          {end("startDate", "Start date")}
          {end("endDate", "End date")}
        </div>
        <DayPicker
          mode="range"
          classNames={calendarClasses}
          selected={{ from: draft.startDate ? dateOf(draft.startDate) : undefined, to: draft.endDate ? dateOf(draft.endDate) : undefined }}
          defaultMonth={dateOf(draft.endDate ?? draft.startDate ?? today)}
          today={dateOf(today)}
          labels={{ labelDayButton: dayLabel }}
          showOutsideDays
          onSelect={(_, pressed) => choose(withDay(draft, zoneDay(pressed)))}
        />
      </div>
    </div>
  );
}

/** What a day is called: with its number as it stands on the button, so that who speaks to the browser can press it. */
function dayLabel(day: Date, { today, selected }: Modifiers): string {
  return `${today ? "Today, " : ""}${formatMoment(day, "weekday")}${selected ? ", selected" : ""}`;
}

/** The calendar works on days of the browser's own zone; only their dates are meant. */
function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
