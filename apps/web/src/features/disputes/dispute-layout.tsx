import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import styles from "./dispute-layout.module.css";

interface DisputeLayoutProps {
  /** What it is about, and how much. */
  about: ReactNode;
  /** What is to be done, or how it was decided: beside the rest, and on a phone directly below what it is about, or before it. */
  todo: ReactNode;
  todoFirst?: boolean;
  /** What was said. */
  talk: ReactNode;
  /** What one may want to look up. */
  more: ReactNode;
}

/** A dispute as those who settle it see it: it begins with what to do. */
export function DisputeLayout({ about, todo, todoFirst = false, talk, more }: DisputeLayoutProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <div>{about}</div>
        <div className={styles.talk}>{talk}</div>
      </div>
      <div className={styles.side}>
        <div className={cx(styles.todo, todoFirst && styles.first)}>{todo}</div>
        <div className={styles.more}>{more}</div>
      </div>
    </div>
  );
}
