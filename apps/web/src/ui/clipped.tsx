import styles from "./clipped.module.css";
import { cx } from "./cx.ts";

interface ClippedProps {
  text: string;
  lines?: 1 | 2;
  /** Leaves room for a few characters only, as of an apartment. */
  short?: boolean;
}

/** One line, or two where they are few words, cut where there is no room; the whole of it is in its tooltip. */
export function Clipped({ text, lines = 1, short = false }: ClippedProps) {
  return (
    <span className={cx(styles.clipped, lines === 2 && styles.twoLines, short && styles.short)} title={text}>
      {text}
    </span>
  );
}
