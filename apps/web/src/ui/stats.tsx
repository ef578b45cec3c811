import { Children, type ReactElement, type ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./stats.module.css";

const counts: Record<number, string | undefined> = { 2: styles.two, 3: styles.three, 4: styles.four, 5: styles.five };

interface StatsProps {
  children: ReactNode;
  /** Without a frame, inside another card. */
  bare?: boolean;
  /** Equal widths for four similar counts; two by two on a phone. */
  even?: boolean;
}

/** Two to five stats on a card, with aligned figures. */
export function Stats({ children, bare = false, even = false }: StatsProps) {
  return <div className={cx(styles.stats, even ? styles.even : counts[Children.count(children)], bare && styles.bare)}>{children}</div>;
}

interface StatProps {
  label: ReactNode;
  /** An `Amount` from size 22 on, or a `Figure`. */
  value: ReactNode;
  note?: ReactNode;
  /** Wraps the whole cell in a link or a button. */
  render?: (props: { className: string; children: ReactNode }) => ReactElement;
}

/** A figure with a label above and a note below. */
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

/** A count in the slab font. */
export function Figure({ children }: { children: ReactNode }) {
  return <span className={styles.figure}>{children}</span>;
}
