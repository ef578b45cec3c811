import { cutText } from "./cut-text.ts";
import styles from "./filters.module.css";

/** A text cut to so many characters, all of which are shown, on more lines where there is no room; the whole of it is in its tooltip. */
export function Cut({ text, length }: { text: string; length: number }) {
  return (
    <span className={styles.cut} title={text}>
      {cutText(text, length)}
    </span>
  );
}
