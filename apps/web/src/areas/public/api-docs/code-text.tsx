import type { HTMLAttributes } from "react";
import styles from "./api-docs.module.css";

/** A word for programs within text; inside of a block it is the block's own. */
export function CodeText({ children }: HTMLAttributes<HTMLElement>) {
  return <code className={styles.inline}>{children}</code>;
}
