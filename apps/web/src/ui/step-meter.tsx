import { cx } from "./cx.ts";
import meter from "./meter.module.css";
import styles from "./step-meter.module.css";
import { Text } from "./words.tsx";

/** Where one is in a wizard, on one line: what `Steps` says where there is room for it. `current` counts from 1. */
export function StepMeter({ current, total }: { current: number; total: number }) {
  return (
    <div className={styles.stepMeter}>
      <Text size="label" as="span">
        Step {current} of {total}
      </Text>
      <span className={meter.meter} aria-hidden>
        {Array.from({ length: total }, (_, index) => (
          <span key={index} className={cx(meter.part, index < current - 1 && meter.full, index === current - 1 && meter.now)} />
        ))}
      </span>
    </div>
  );
}
