import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./stack.module.css";

/** Things one below the other, 16 px apart, or 24 where they are blocks of their own. */
export function Stack({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={cx(styles.stack, wide && styles.wide)}>{children}</div>;
}
