import { DayPicker } from "react-day-picker";
import { useState } from "react";
import { calendarLook, dateOf } from "./calendar.ts";
import { zoneDay } from "./dates.ts";
import { DayInput } from "./day-input.tsx";
import { dayPresets, type DayRange, isOutOfOrder, withDay } from "./days.ts";
import styles from "./date-range.module.css";
import { Field } from "./field.tsx";

interface DateRangePanelProps {
  value: DayRange;
  today: string;
  onChange: (range: DayRange) => void;
  /** Called when both ends are chosen, to close the panel. */
  onDone: () => void;
  /** Message for a start after the end. */
  outOfOrder: string;
}

/** Chooses days by a preset, by typing, or on a calendar. Invalid input shows a message and changes nothing. */
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
          selected={{ from: draft.startDate ? dateOf(draft.startDate) : undefined, to: draft.endDate ? dateOf(draft.endDate) : undefined }}
          defaultMonth={dateOf(draft.endDate ?? draft.startDate ?? today)}
          today={dateOf(today)}
          {...calendarLook}
          onSelect={(_, pressed) => choose(withDay(draft, zoneDay(pressed)))}
        />
      </div>
    </div>
  );
}
