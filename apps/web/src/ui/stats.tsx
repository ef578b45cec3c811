import { Children, type ReactElement, type ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./stats.module.css";

const counts: Record<number, string | undefined> = { 2: styles.two, 3: styles.three, 4: styles.four, 5: styles.five };

interface StatsProps {
  children: ReactNode;
  /** Without the frame, inside another sheet. */
  bare?: boolean;
  /** Four counts of one kind, which are as wide as each other; two stand above two on a phone. */
  even?: boolean;
}

/** Two to five stats on one sheet, their figures on one baseline. */
export function Stats({ children, bare = false, even = false }: StatsProps) {
  return <div className={cx(styles.stats, even ? styles.even : counts[Children.count(children)], bare && styles.bare)}>{children}</div>;
}

interface StatProps {
  label: ReactNode;
  /** An `Amount` from size 22 on, or a `Figure`. */
  value: ReactNode;
  note?: ReactNode;
  /** Makes the whole cell a link or a button: gets the class and the content, gives the element. */
  render?: (props: { className: string; children: ReactNode }) => ReactElement;
}

/** One figure with its label above and a remark below. */
export function Stat({ label, value, note, render }: StatProps) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
    </>
  );
  if (render) return render({ className: cx(styles.stat), children: content });
  return <div className={styles.stat}>{content}</div>;
}

/** A count in the serif. */
export function Figure({ children }: { children: ReactNode }) {
  return <span className={styles.figure}>{children}</span>;
}
