import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { DayInput, type DayInputProps } from "./day-input.tsx";
import styles from "./field.module.css";

// A calendar is fetched by those who choose days.
const loadCalendar = () => import("./day-calendar.tsx");
const DayCalendar = lazy(() => loadCalendar().then(({ DayCalendar: component }) => ({ default: component })));

/** A calendar day that is written, or chosen on the calendar behind the button in the field. */
export function DayEntry({ value, onDay, ...rest }: DayInputProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.withButton}>
      {/* Another one for each chosen day: what was typed before is over */}
      <DayInput key={chosen} value={value} onDay={onDay} {...rest} />
      <IconButton
        ref={button}
        icon={CalendarDays}
        label="Choose on a calendar"
        className={styles.reveal}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadCalendar().catch(() => undefined)}
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
