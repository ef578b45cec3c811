import { limits } from "@hearth/domain/limits";
import { createRequestInput } from "@hearth/domain/requests/inputs";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { UnconfirmedSenderNote } from "../../../features/auth/email-note.tsx";
import { entered } from "../../../features/rent/entered.ts";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";

const { name, email, amount, description, dueOn } = createRequestInput.shape;
const requestForm = z.object({ name, email, amount: entered.pipe(amount), description, dueOn });

/** Form that requests a payment. The recipient gets the link by mail. */
export function RequestForm({ onDone }: { onDone: () => void }) {
  const form = useAppForm({
    defaultValues: { name: "", email: "", amount: "", description: "", dueOn: "" },
    schema: requestForm,
    onSubmit: async (values) => {
      const input = { ...values, amount: wireAmount(values.amount) };
      try {
        await trpcClient.requests.create.mutate(input);
      } catch (error) {
        return errorMessage(error);
      }
      toast.success(`${values.name} got the request by email`);
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="Payment request">
      <UnconfirmedSenderNote />
      <FieldRow>
        <form.AppField name="name">{(field) => <field.TextField label="Name" autoComplete="off" />}</form.AppField>
        <form.AppField name="email">
          {(field) => <field.EmailField autoComplete="off" hint="They don't need an account to open the link." />}
        </form.AppField>
      </FieldRow>
      <FieldRow>
        <form.AppField name="amount">{() => <MoneyField label="Amount, in dollars" />}</form.AppField>
        <form.AppField name="dueOn">{() => <DayField label="Due on" />}</form.AppField>
      </FieldRow>
      <form.AppField name="description">
        {(field) => (
          <field.TextField label="Description" autoComplete="off" count={`${[...field.value].length} of ${limits.descriptionMaxLength}`} />
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Send request</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
