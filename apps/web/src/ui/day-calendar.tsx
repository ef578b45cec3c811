import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";
import { DayPicker } from "react-day-picker";
import { calendarLook, dateOf } from "./calendar.ts";
import { cx } from "./cx.ts";
import styles from "./date-range.module.css";
import { zoneDay } from "./dates.ts";
import { isDay } from "./day.ts";
import { useTimeZone } from "./time-zone.ts";

interface DayCalendarProps {
  open: boolean;
  /** Button that opens and closes it, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  /** `2026-11-03`. Any other text counts as no day. */
  value: string;
  onDay: (day: string) => void;
  onClose: () => void;
}

const classNames = { ...calendarLook.classNames, selected: cx(styles.end) };

/** Calendar in a popover to choose one day. Opens at the month of the current value, with the focus on it. */
export function DayCalendar({ open, button, value, onDay, onClose }: DayCalendarProps) {
  const today = zoneDay(new Date(), useTimeZone());
  const day = isDay(value) ? value : undefined;
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event, reason }) => {
        // The button itself toggles the popover, so a click on it must not also close it here
        const place = event instanceof FocusEvent ? event.relatedTarget : event.target;
        const isOnButton = reason !== "escape-key" && place instanceof Node && button.current?.contains(place) === true;
        if (!next && !isOnButton) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} anchor={button} align="end" sideOffset={14} collisionPadding={8}>
          <Popover.Popup className={styles.popup} aria-label="Calendar" finalFocus={button}>
            <div className={styles.single}>
              <DayPicker
                {...calendarLook}
                mode="single"
                required
                autoFocus
                classNames={classNames}
                selected={day === undefined ? undefined : dateOf(day)}
                defaultMonth={dateOf(day ?? today)}
                today={dateOf(today)}
                onSelect={(_, pressed) => onDay(zoneDay(pressed))}
              />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
