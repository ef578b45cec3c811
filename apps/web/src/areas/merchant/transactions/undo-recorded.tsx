import { decisionForm } from "@hearth/domain/merchants/transfers";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

/** Says that a transaction was recorded from unmatched money, and undoes that. */
export function UndoRecorded({ paymentId }: { paymentId: string }) {
  const reword = useWording();
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack>
      <Text size="note" muted>
        {reword("You recorded this payment from unmatched money.")}
      </Text>
      <Permitted least="manager">
        {isAsking ? (
          <UndoForm paymentId={paymentId} onDone={() => setAsking(false)} />
        ) : (
          <Actions>
            <Button onClick={() => setAsking(true)}>{reword("It is not this tenant's…")}</Button>
          </Actions>
        )}
      </Permitted>
    </Stack>
  );
}

function UndoForm({ paymentId, onDone }: { paymentId: string; onDone: () => void }) {
  const reword = useWording();
  const form = useAppForm({
    about: paymentId,
    defaultValues: { reason: "" },
    schema: decisionForm,
    onSubmit: async ({ reason }) => {
      try {
        await trpcClient.merchant.undoTenantCredit.mutate({ paymentId, reason });
      } catch (error) {
        return reword(errorMessage(error));
      }
      toast.success("The money is listed as unmatched again");
      onDone();
    },
  });
  return (
    <AppForm form={form} label="Undo this recorded payment">
      <form.AppField name="reason">
        {(field) => (
          <field.TextareaField
            label="Reason"
            rows={2}
            hint={reword("It is kept with your name. The payment is cancelled, what it paid is owed again, and the tenant gets an email.")}
          />
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Undo</form.SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </Actions>
    </AppForm>
  );
}
