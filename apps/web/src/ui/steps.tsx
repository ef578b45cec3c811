import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import styles from "./steps.module.css";
import { VisuallyHidden, Text } from "./typography.tsx";
import meter from "./meter.module.css";

export interface Step {
  id: string;
  name: ReactNode;
  /** `plain`: numbered without a current step; `sub`: a smaller step without a number. */
  state: "done" | "now" | "next" | "skipped" | "sub" | "plain";
  detail?: ReactNode;
}

const spoken = { done: "Done: ", now: "", next: "", skipped: "Skipped: ", sub: "", plain: "" };

/** Numbered list of steps, of a wizard or an explanation. */
export function Steps({ steps, label }: { steps: readonly Step[]; label: string }) {
  const numbered = steps.filter(({ state }) => state !== "sub");
  return (
    <ol aria-label={label}>
      {steps.map((step) => (
        <li key={step.id} className={cx(styles.step, styles[step.state])} aria-current={step.state === "now" ? "step" : undefined}>
          <span className={styles.number} aria-hidden>
            {step.state === "done" ? <Icon icon={Check} size={12} /> : step.state !== "sub" && numbered.indexOf(step) + 1}
          </span>
          <span className={styles.name}>
            {spoken[step.state] && <VisuallyHidden>{spoken[step.state]}</VisuallyHidden>}
            {step.name}
          </span>
          {step.detail && <span className={styles.detail}>{step.detail}</span>}
        </li>
      ))}
    </ol>
  );
}

/** One-line version of `Steps` for narrow screens. `current` counts from 1; `done` means all steps are complete. */
export function StepMeter({ current, total, done = false }: { current: number; total: number; done?: boolean }) {
  const before = done ? total : current - 1;
  return (
    <div className={styles.stepMeter}>
      <Text size="label" as="span">
        Step {current} of {total}
      </Text>
      <span className={meter.meter} aria-hidden>
        {Array.from({ length: total }, (_, index) => (
          <span key={index} className={cx(meter.part, index < before && meter.full, index === before && meter.now)} />
        ))}
      </span>
    </div>
  );
}
