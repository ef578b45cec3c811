import { cx } from "./cx.ts";
import styles from "./meter.module.css";
import { Text } from "./typography.tsx";

interface ConfirmationsProps {
  /** Current number of confirmations. */
  count: number;
  /** Required number. */
  needed: number;
}

/** Meter of confirmations: solid if confirmed, hatched if pending. */
export function Confirmations({ count, needed }: ConfirmationsProps) {
  const confirmed = Math.min(count, needed);
  const label = `${confirmed} of ${needed} ${needed === 1 ? "confirmation" : "confirmations"}`;
  return (
    <div>
      <div className={styles.head}>
        <Text as="span" strong>
          {confirmed < needed ? "Confirming" : "Confirmed"}
        </Text>
        <Text as="span" muted>
          {label}
        </Text>
      </div>
      <div
        className={styles.meter}
        role="progressbar"
        aria-label="Confirmations"
        aria-valuemin={0}
        aria-valuemax={needed}
        aria-valuenow={confirmed}
        aria-valuetext={label}
      >
        {Array.from({ length: needed }, (_, index) => (
          <span key={index} className={cx(styles.part, index < confirmed && styles.full, index === confirmed && styles.now)} />
        ))}
      </div>
    </div>
  );
}
