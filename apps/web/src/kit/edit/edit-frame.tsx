import type { ReactNode } from "react";
import { Actions, Button } from "../../ui/button.tsx";
import { SubmitButton } from "../form/fields.tsx";
import { AppForm, type FormHandle } from "../form/form.tsx";
import styles from "./edit-frame.module.css";

interface EditFrameProps {
  form: FormHandle;
  label: string;
  onCancel: () => void;
  /** True while saving. The edit cannot be cancelled then. */
  busy: boolean;
  children: ReactNode;
}

/** Form that edits a record: error, fields, Save and Cancel. */
export function EditFrame({ form, label, onCancel, busy, children }: EditFrameProps) {
  const cancel = () => {
    form.discard();
    onCancel();
  };
  return (
    <AppForm form={form} label={label} className={styles.record}>
      {children}
      <Actions>
        <SubmitButton>Save Changes</SubmitButton>
        <Button variant="quiet" onClick={cancel} disabled={busy}>
          Cancel
        </Button>
      </Actions>
    </AppForm>
  );
}
