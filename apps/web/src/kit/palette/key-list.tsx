import { Dialog } from "../../ui/dialog.tsx";
import styles from "./key-list.module.css";

const keys: readonly { keys: readonly string[]; words: string }[] = [
  { keys: ["Ctrl", "K"], words: "Search, go to a page, or act" },
  { keys: ["/"], words: "Search in a list" },
  { keys: ["↓", "↑"], words: "Next or previous row (also j and k)" },
  { keys: ["Home", "End"], words: "First or last row" },
  { keys: ["Enter"], words: "Open the row" },
  { keys: ["Space"], words: "Select the row" },
  { keys: ["Shift", "Space"], words: "Select all rows up to this one" },
  { keys: ["Esc"], words: "Clear a search, close a dialog" },
  { keys: ["?"], words: "Show these shortcuts" },
];

/** The keyboard shortcuts of all areas. */
export function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog small open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        {keys.map(({ keys: pressed, words }) => (
          <div key={words} className={styles.row}>
            <dt className={styles.keys}>
              {pressed.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className={styles.words}>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
