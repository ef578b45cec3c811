import { type ReactNode, type Ref, useState } from "react";
import { errorCode, errorMessage } from "../../lib/api-error.ts";
import { Actions, Button } from "../../ui/button.tsx";
import { Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import styles from "./edit-frame.module.css";

interface Failure {
  message: string;
  /** Somebody else has changed the record since it was opened. */
  isStale: boolean;
}

interface EditFrameProps {
  ref: Ref<HTMLFormElement>;
  label: string;
  failure: Failure | null;
  /** Leaves the edit for what is there now. */
  onShowCurrent: () => void;
  onSubmit: () => void;
  onCancel: () => void;
  /** Whether it is being saved, when it cannot be left. */
  busy: boolean;
  /** The form's own button. */
  save: ReactNode;
  children: ReactNode;
}

/** A record that is being edited: why it was not saved, its fields, Save and Cancel. */
export function EditFrame({ ref, label, failure, onShowCurrent, onSubmit, onCancel, busy, save, children }: EditFrameProps) {
  return (
    <Form
      ref={ref}
      aria-label={label}
      className={styles.record}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {failure && <EditFailure failure={failure} onShowCurrent={onShowCurrent} />}
      {children}
      <Actions>
        {save}
        <Button look="quiet" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
      </Actions>
    </Form>
  );
}

/** Why an edit was not saved; a stale one offers what is there now. */
function EditFailure({ failure, onShowCurrent }: { failure: Failure; onShowCurrent: () => void }) {
  return (
    <Note tone="bad" title={failure.message} announce>
      {failure.isStale && (
        <TextButton size="small" onClick={onShowCurrent}>
          Show what is there now
        </TextButton>
      )}
    </Note>
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
