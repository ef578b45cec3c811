import { cx } from "./cx.ts";
import meter from "./meter.module.css";
import styles from "./step-meter.module.css";
import { Text } from "./typography.tsx";

/** Where one is in a wizard, on one line: what `Steps` says where there is room for it. `current` counts from 1; `done` is past the last. */
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
