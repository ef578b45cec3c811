import { CopyButton } from "../../../ui/copy-button.tsx";
import { Alert } from "../../../ui/alert.tsx";
import styles from "./disputes.module.css";

/** A decision that did not count, because another administrator had decided already. */
export interface LateDecision {
  message: string;
  reason: string;
}

/** Says that a decision did not count; the reason that was written for it is not lost. */
export function LateNote({ late: { message, reason } }: { late: LateDecision }) {
  return (
    <div className={styles.late}>
      <Alert tone="bad" title="Failed to resolve dispute" announce>
        <p>{message}. Somebody else has decided it. You wrote:</p>
        <p className={styles.said}>
          {reason} <CopyButton text={reason} what="your reason" />
        </p>
      </Alert>
    </div>
  );
}
