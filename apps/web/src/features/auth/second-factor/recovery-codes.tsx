import { Download } from "lucide-react";
import { Actions, Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { downloadText } from "../../../lib/download.ts";
import styles from "./second-factor.module.css";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Label of the button that continues. */
  action: string;
  onDone: () => void;
}

/** Shows recovery codes once, to be copied, saved or written down. */
export function RecoveryCodes({ codes, action, onDone }: RecoveryCodesProps) {
  const text = codes.join("\n");
  return (
    <div className={styles.setup}>
      <Alert tone="waiting" title="Keep these recovery codes">
        Each signs you in once when the app is out of reach. They are shown only here and stored nowhere.
      </Alert>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Actions>
        <Button variant="primary" onClick={onDone}>
          {action}
        </Button>
        <Button
          icon={Download}
          onClick={() => downloadText("hearth-recovery-codes.txt", `Recovery codes for Hearth. Each works once.\n\n${text}\n`)}
        >
          Save as a file
        </Button>
        <CopyButton text={text} what="recovery codes" />
      </Actions>
    </div>
  );
}
