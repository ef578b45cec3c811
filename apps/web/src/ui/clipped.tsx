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

/** A text cut to so many characters, all of which are shown, on more lines where there is no room; the whole of it is in its tooltip. */
export function Truncate({ text, length }: { text: string; length: number }) {
  return (
    <span className={styles.cut} title={text}>
      {cutText(text, length)}
    </span>
  );
}

/** A text cut to that many characters, with an ellipsis where something is missing. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}
