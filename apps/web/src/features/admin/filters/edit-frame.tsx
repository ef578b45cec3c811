import type { ReactNode, Ref } from "react";
import { Actions, Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/field.tsx";
import { EditFailure, type Failure } from "./edit-failure.tsx";
import styles from "./filters.module.css";

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
