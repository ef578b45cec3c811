import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import styles from "./countdown.module.css";
import { cx } from "./cx.ts";
import { formatCountdown } from "./dates.ts";
import { Icon } from "./icon.tsx";
import { VisuallyHidden } from "./typography.tsx";

const lastMinuteSeconds = 60;

/** Whole seconds until a time, updated every second; 0 after it. */
export function useSecondsLeft(until: Date): number {
  const target = until.getTime();
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= target) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [target]);

  return Math.max(0, Math.ceil((target - now) / 1_000));
}

/** Shows the time left as `9:41`. Highlighted and announced in the last minute. */
export function Countdown({ until, label = "Time left" }: { until: Date; label?: string }) {
  const seconds = useSecondsLeft(until);
  const urgent = seconds <= lastMinuteSeconds;
  return (
    <span className={cx(styles.countdown, urgent && styles.urgent)}>
      <Icon icon={Clock} />
      <span role="timer" aria-label={label}>
        {formatCountdown(seconds)}
      </span>
      <span aria-live="polite">{urgent && seconds > 0 && <VisuallyHidden>Less than a minute left</VisuallyHidden>}</span>
    </span>
  );
}
