import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./stack.module.css";

/** Vertical layout with gaps of 16 px, or 24 px between blocks. */
export function Stack({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={cx(styles.stack, wide && styles.wide)}>{children}</div>;
}
