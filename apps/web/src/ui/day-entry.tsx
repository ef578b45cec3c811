import { CalendarDays } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { DayInput, type DayInputProps } from "./day-input.tsx";
import styles from "./field.module.css";
import { lazyPart } from "./lazy-part.tsx";

// Loaded on demand, when a calendar is opened.
const DayCalendar = lazyPart(async () => (await import("./day-calendar.tsx")).DayCalendar);

/** Input for a calendar day, with a button that opens a calendar. */
export function DayEntry({ value, onDay, ...rest }: DayInputProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.withButton}>
      {/* A new key for each chosen day discards the typed text */}
      <DayInput key={chosen} value={value} onDay={onDay} {...rest} />
      <IconButton
        ref={button}
        icon={CalendarDays}
        label="Choose on a calendar"
        className={styles.reveal}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...DayCalendar.opener}
        onClick={() => {
          setWasOpen(true);
          setOpen(!isOpen);
        }}
      />
      {wasOpen && (
        <Suspense fallback={null}>
          <DayCalendar
            open={isOpen}
            button={button}
            value={value}
            onClose={() => setOpen(false)}
            onDay={(day) => {
              setChosen(chosen + 1);
              setOpen(false);
              onDay(day, day);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
