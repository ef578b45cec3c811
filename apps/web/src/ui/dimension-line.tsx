import { cx } from "./cx.ts";
import styles from "./dimension-line.module.css";

export interface Dimension {
  /** Length in a unit shared by all parts. */
  length: number;
  /** Text of the value: "1,450.00". */
  value: string;
  label: string;
  /** `hatched`: about to be spent, or not due yet; `missing`: lacking; `plain`: remaining; `filled`: received. */
  kind: "hatched" | "missing" | "plain" | "filled";
}

/**
 * Shows a balance against an amount, to scale. Parts under 2 px stay visible, and labels may move aside. `unseen` only reserves the space.
 */
export function DimensionLine({ parts, unseen = false }: { parts: readonly Dimension[]; unseen?: boolean }) {
  const drawnParts = parts.filter(({ length }) => length > 0);
  const total = drawnParts.reduce((sum, { length }) => sum + length, 0);
  const spoken = drawnParts.map(({ value, label }) => `${value} ${label}`).join(", ");
  return (
    <div className={cx(styles.line, unseen && styles.unseen)} role="img" aria-label={spoken} aria-hidden={unseen || spoken === ""}>
      <div className={styles.bar}>
        {drawnParts.map(({ label, length, kind }) => (
          <span key={label} className={cx(styles[kind])} style={{ flexGrow: length }} />
        ))}
      </div>
      <div className={styles.words}>
        {drawnParts.map(({ label, value, length, kind }) => (
          <span key={label} className={cx(kind === "missing" && styles.alarm)} style={{ flexBasis: `${(length * 100) / total}%` }}>
            <b>{value}</b>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
