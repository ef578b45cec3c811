import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import styles from "./dispute-layout.module.css";

interface DisputeLayoutProps {
  /** The subject of the dispute and its amount. */
  about: ReactNode;
  /** Open actions, or the decision. In the side column; on a phone directly below `about`, or above it with `todoFirst`. */
  todo: ReactNode;
  todoFirst?: boolean;
  /** The comments. */
  talk: ReactNode;
  /** Further details. */
  more: ReactNode;
}

/** Dispute page for the people who resolve it. The actions come first. */
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
