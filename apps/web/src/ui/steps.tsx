import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import styles from "./steps.module.css";
import { VisuallyHidden } from "./typography.tsx";

export interface Step {
  id: string;
  name: ReactNode;
  /** `plain` numbers a list where no step is the current one; `sub` is a smaller step without a number. */
  state: "done" | "now" | "next" | "skipped" | "sub" | "plain";
  detail?: ReactNode;
}

const spoken = { done: "Done: ", now: "", next: "", skipped: "Skipped: ", sub: "", plain: "" };

/** The steps of a wizard, or of what is to come, numbered in order. */
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
