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

/** A balance against a sum. Lengths are to scale, and a part under 2 px is still drawn; the words below may move aside. One that is `unseen` keeps the room of one to come. */
export function DimensionLine({ parts, unseen = false }: { parts: readonly Dimension[]; unseen?: boolean }) {
  const drawnParts = parts.filter(({ length }) => length > 0);
  const total = drawnParts.reduce((sum, { length }) => sum + length, 0);
  const spoken = drawnParts.map(({ value, label }) => `${value} ${label}`).join(", ");
  return (
    <div className={cx(styles.line, unseen && styles.unseen)} role="img" aria-label={spoken} aria-hidden={unseen}>
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
