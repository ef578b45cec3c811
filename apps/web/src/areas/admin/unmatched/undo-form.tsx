import { decisionForm } from "@hearth/domain/merchants/transfers";
import { errorMessage } from "../../../lib/api-error.ts";
import { AppForm, FormFailure, useAppForm } from "../../../kit/form/form.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";

/** Form that detaches a transfer that was attached by hand. The reason is stored. */
export function UndoForm({ transferId, onDone }: { transferId: string; onDone: () => void }) {
  const detach = trpc.admin.detachTransfer.useMutation();
  const form = useAppForm({
    about: transferId,
    defaultValues: { reason: "" },
    schema: decisionForm,
    onSubmit: async (decision) => {
      try {
        const { message } = await detach.mutateAsync({ transferId, ...decision });
        toast.success(message);
        onDone();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Undo the attachment" ownFailure>
      <form.AppField name="reason">
        {(field) => (
          <field.TextareaField
            label="Reason"
            rows={3}
            hint="Why it is not this payment's. The payment is then what it was before, or cancelled if it was recorded from this transfer."
          />
        )}
      </form.AppField>
      <FormFailure />
      <form.SubmitButton variant="danger">Undo the attachment</form.SubmitButton>
    </AppForm>
  );
}
