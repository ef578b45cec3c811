import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Time } from "./moment.tsx";
import styles from "./timeline.module.css";
import { VisuallyHidden } from "./typography.tsx";

export interface TimelineEvent {
  id: string;
  label: ReactNode;
  /** `done`: happened; `good`: settled; `bad`: failed; `now`: in progress; `next`: expected. */
  state?: "done" | "good" | "bad" | "now" | "next";
  /** Time of the event. Undefined for an expected one. */
  at?: string | Date | undefined;
  detail?: ReactNode;
}

const spoken = { done: "", good: "", bad: "", now: "In progress: ", next: "To come: " };

export interface TimelineProps {
  events: readonly TimelineEvent[];
  /** Format of times: `time` within a day, `minute` or `day` over weeks. */
  shape?: "time" | "minute" | "day";
  label?: string;
}

/** Timeline of a payment or a dispute. */
export function Timeline({ events, shape = "time", label = "Timeline" }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {events.map(({ id, label: name, state = "done", at, detail }) => (
        <li key={id} className={cx(styles.event, state !== "done" && styles[state])} aria-current={state === "now" ? "step" : undefined}>
          <span>
            {spoken[state] && <VisuallyHidden>{spoken[state]}</VisuallyHidden>}
            {name}
          </span>
          {at && <Time at={at} shape={shape} className={styles.time} />}
          {detail && <div className={styles.detail}>{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
