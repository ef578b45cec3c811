import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SubmitButton, useFormAround } from "./fields.tsx";
import { AppForm, type FormHandle, InForm } from "./form.tsx";

interface FormDialogProps {
  form: FormHandle;
  open?: boolean;
  /** Title of the dialog, and accessible name of the form. */
  title: string;
  /** Label of the button that sends the form. */
  action: ReactNode;
  /** True if the act cannot be undone. */
  danger?: boolean;
  /** Label of the button that leaves without sending. */
  leave?: string;
  /** Called by that button. Default: `onClose`. */
  onLeave?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog with one form. The buttons are in its foot, and it stays open while the form is being sent. */
export function FormDialog({ form, ...props }: FormDialogProps) {
  return (
    <InForm form={form}>
      <Shown form={form} {...props} />
    </InForm>
  );
}

function Shown({ form, open = true, title, action, danger = false, leave = "Cancel", onLeave, onClose, children }: FormDialogProps) {
  const id = useId();
  const busy = useFormAround(({ isSubmitting }) => isSubmitting);
  return (
    <Dialog
      small
      open={open}
      onClose={() => !busy && onClose()}
      title={title}
      foot={
        <>
          <Button variant="quiet" onClick={onLeave ?? onClose} disabled={busy}>
            {leave}
          </Button>
          <SubmitButton variant={danger ? "danger" : "primary"} form={id}>
            {action}
          </SubmitButton>
        </>
      }
    >
      <AppForm form={form} label={title} id={id}>
        {children}
      </AppForm>
    </Dialog>
  );
}
