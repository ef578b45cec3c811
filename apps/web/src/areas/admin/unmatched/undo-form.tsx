import { rulingForm } from "@hearth/domain/merchants/transfers";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { useAppForm } from "../../../kit/form/form.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../../kit/form/use-first-error-focus.ts";
import { Form } from "../../../ui/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/toast-manager.ts";

/** Takes a transfer from the payment that a person attached it to, with the reason, which is kept. */
export function UndoForm({ transferId, onDone }: { transferId: string; onDone: () => void }) {
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const detach = trpc.admin.detachTransfer.useMutation();
  const form = useAppForm({
    defaultValues: { reason: "" },
    canSubmitWhenInvalid: true,
    validators: { onSubmit: rulingForm },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      try {
        const { message } = await detach.mutateAsync({ transferId, ...value });
        await utils.admin.invalidate();
        toast.success(message);
        onDone();
      } catch (error) {
        setFailure(errorMessage(error, "This could not be undone. Please try again."));
      }
    },
  });
  return (
    <Form
      ref={ref}
      aria-label="Undo the attachment"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="reason">
        {(field) => (
          <field.TextareaField label="Reason" rows={3} hint="Why it is not this payment's. The payment is then what it was before." />
        )}
      </form.AppField>
      {failure && <Note tone="bad" title={failure} announce />}
      <form.AppForm>
        <form.SubmitButton look="danger">Undo the attachment</form.SubmitButton>
      </form.AppForm>
    </Form>
  );
}
