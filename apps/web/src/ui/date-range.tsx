import { Popover } from "@base-ui/react/popover";
import { CalendarDays, ChevronDown } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { cx } from "./cx.ts";
import { zoneDay } from "./dates.ts";
import { type DayRange, rangeWords } from "./days.ts";
import styles from "./date-range.module.css";
import { Icon } from "./icon.tsx";
import { useTimeZone } from "./time-zone.ts";
import { lazyPart } from "./lazy-part.tsx";

// Loaded on demand, when a calendar is opened.
const DateRangePanel = lazyPart(async () => (await import("./date-range-panel.tsx")).DateRangePanel);

interface DateRangeProps {
  value: DayRange;
  onChange: (range: DayRange) => void;
  /** Message for a start after the end. */
  outOfOrder: string;
  className?: string | undefined;
}

/** Button that shows the filtered days, and opens a panel with presets, inputs and a calendar. */
export function DateRange({ value, onChange, outOfOrder, className }: DateRangeProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const today = zoneDay(new Date(), useTimeZone());
  return (
    <div className={cx(styles.range, className)}>
      <span id={id} className={styles.label}>
        Dates
      </span>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger className={styles.trigger} aria-labelledby={`${id} ${id}-value`} {...DateRangePanel.opener}>
          <Icon icon={CalendarDays} />
          <span id={`${id}-value`} className={styles.value}>
            {rangeWords(value)}
          </span>
          <Icon icon={ChevronDown} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={styles.positioner} align="start" sideOffset={6} collisionPadding={8}>
            <Popover.Popup className={styles.popup} aria-label="Dates">
              <Suspense fallback={null}>
                <DateRangePanel value={value} today={today} onChange={onChange} onDone={() => setOpen(false)} outOfOrder={outOfOrder} />
              </Suspense>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
