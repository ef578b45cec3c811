import { Alert } from "../../ui/alert.tsx";
import styles from "./suspended-note.module.css";

/** Says on every page of a suspended business what it may still do. */
export function SuspendedNote() {
  return (
    <div className={styles.note}>
      <Alert tone="bad" title="This business is suspended">
        You can read everything, and answer disputes and refunds. Nothing else can be changed, and new payments cannot be started. Payments
        that are already on their way still count. Please contact support.
      </Alert>
    </div>
  );
}
