import { type ReactNode, useState } from "react";
import { errorCode, specifiedMessage } from "../../lib/api-error.ts";
import { Actions, Button } from "../../ui/button.tsx";
import { SubmitButton } from "../form/fields.tsx";
import { AppForm, type FormHandle } from "../form/form.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import styles from "./edit-frame.module.css";

interface Failure {
  message: string;
  /** True if somebody else has changed the record since it was loaded. */
  isStale: boolean;
}

interface EditFrameProps {
  form: FormHandle;
  label: string;
  failure: Failure | null;
  /** Discards the edit and shows the current record. */
  onShowCurrent: () => void;
  onCancel: () => void;
  /** True while saving. The edit cannot be cancelled then. */
  busy: boolean;
  children: ReactNode;
}

/** Form that edits a record: error, fields, Save and Cancel. */
export function EditFrame({ form, label, failure, onShowCurrent, onCancel, busy, children }: EditFrameProps) {
  return (
    <AppForm form={form} label={label} className={styles.record}>
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

/** Error of an edit. After a conflict it offers to show the current record. */
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

/** Holds the error of the last attempt to save. A conflict means that somebody else changed the record first. */
export function useEditFailure(fallback: string) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    failure,
    clear: () => setFailure(null),
    fail: (error: unknown) => setFailure({ message: specifiedMessage(error, fallback), isStale: errorCode(error) === "CONFLICT" }),
  };
}
