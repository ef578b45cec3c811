import { recordForm } from "@hearth/domain/records/inputs";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

interface RecordFormProps {
  leaseId: string;
  /** Initial dates. */
  startDate: string;
  endDate: string;
  onDone: () => void;
}

/** Form that creates a rent record and its link: the dates and what it shows. */
export function RecordForm({ leaseId, startDate, endDate, onDone }: RecordFormProps) {
  const create = trpc.records.create.useMutation();
  const reword = useWording();
  const form = useAppForm({
    about: leaseId,
    defaultValues: { startDate, endDate, showTenant: true, showLandlord: true, showPlace: false, allCharges: false, showTerms: true },
    schema: recordForm,
    onSubmit: async (chosen) => {
      try {
        await create.mutateAsync({ leaseId, ...chosen });
      } catch (error) {
        return reword(errorMessage(error));
      }
      toast.success("Your rent record is ready to be shared");
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="Rent record">
      <Text>
        It shows what was due, what was paid and when. Anyone who has it can see which wallets paid and were paid, and what else those
        wallets did on the chain.
      </Text>
      <FieldRow>
        <form.AppField name="startDate">{() => <DayField label="From" />}</form.AppField>
        <form.AppField name="endDate">{() => <DayField label="To" />}</form.AppField>
      </FieldRow>
      <form.AppField name="showTenant">{(field) => <field.CheckboxField label="Show my name" />}</form.AppField>
      <form.AppField name="showLandlord">{(field) => <field.CheckboxField label={reword("Show the landlord's name")} />}</form.AppField>
      <form.AppField name="showPlace">{(field) => <field.CheckboxField label="Show the address" />}</form.AppField>
      <form.AppField name="allCharges">{(field) => <field.CheckboxField label="Include utilities and fees" />}</form.AppField>
      <form.AppField name="showTerms">
        {(field) => <field.CheckboxField label={reword("Include the lease terms, if the landlord's wallet has signed them")} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Create rent record</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
