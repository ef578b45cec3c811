import { cx } from "./cx.ts";
import styles from "./dimension-line.module.css";

export interface Dimension {
  /** How long the part is, in any unit that all parts share. */
  length: number;
  /** What it measures, as written below it: "1,450.00". */
  value: string;
  label: string;
  /** `hatched` is about to move, `missing` is too little, `plain` stays. */
  kind: "hatched" | "missing" | "plain";
}

/** A balance against a sum. Lengths are to scale, and a part under 2 px is still drawn; the words below may move aside. */
export function DimensionLine({ parts }: { parts: readonly Dimension[] }) {
  const drawnParts = parts.filter(({ length }) => length > 0);
  const total = drawnParts.reduce((sum, { length }) => sum + length, 0);
  const spoken = drawnParts.map(({ value, label }) => `${value} ${label}`).join(", ");
  return (
    <div className={styles.line} role="img" aria-label={spoken}>
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
