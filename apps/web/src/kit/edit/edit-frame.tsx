import { type ReactNode, useState } from "react";
import { errorCode, errorMessage } from "../../lib/api-error.ts";
import { Actions, Button } from "../../ui/button.tsx";
import { SubmitButton } from "../form/fields.tsx";
import { AppForm, type FormToDraw } from "../form/form.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import styles from "./edit-frame.module.css";

interface Failure {
  message: string;
  /** Somebody else has changed the record since it was opened. */
  isStale: boolean;
}

interface EditFrameProps {
  form: FormToDraw;
  label: string;
  failure: Failure | null;
  /** Leaves the edit for what is there now. */
  onShowCurrent: () => void;
  onCancel: () => void;
  /** Whether it is being saved, when it cannot be left. */
  busy: boolean;
  children: ReactNode;
}

/** A record that is being edited: why it was not saved, its fields, Save and Cancel. */
export function EditFrame({ form, label, failure, onShowCurrent, onCancel, busy, children }: EditFrameProps) {
  return (
    <AppForm of={form} label={label} className={styles.record}>
      {failure && <EditFailure failure={failure} onShowCurrent={onShowCurrent} />}
      {children}
      <Actions>
        <SubmitButton>Save Changes</SubmitButton>
        <Button variant="quiet" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
      </Actions>
    </AppForm>
  );
}

/** Why an edit was not saved; a stale one offers what is there now. */
function EditFailure({ failure, onShowCurrent }: { failure: Failure; onShowCurrent: () => void }) {
  return (
    <Alert tone="bad" title={failure.message} announce>
      {failure.isStale && (
        <TextButton size="small" onClick={onShowCurrent}>
          Show what is there now
        </TextButton>
      )}
    </Alert>
  );
}

/** Why the last attempt to save failed; a conflict says that somebody else was faster. */
export function useEditFailure(fallback: string) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    failure,
    clear: () => setFailure(null),
    fail: (error: unknown) => setFailure({ message: errorMessage(error, fallback), isStale: errorCode(error) === "CONFLICT" }),
  };
}
