import { bookFormats, statementForm } from "@hearth/domain/rent/books-inputs";
import { DayField } from "../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { errorMessage } from "../../lib/api-error.ts";
import { saveBase64 } from "../../lib/download.ts";
import { type Inputs, type Outputs } from "../../lib/trpc.ts";
import { Actions } from "../../ui/button.tsx";
import { FieldRow } from "../../ui/field.tsx";

const formatNames = { pdf: "PDF", csv: "CSV, for spreadsheets" };

interface StatementFormProps {
  leaseId: string;
  /** Initial dates. */
  startDate: string;
  endDate: string;
  load: (input: Inputs["rent"]["statement"]) => Promise<Outputs["rent"]["statement"]>;
  onDone: () => void;
}

/** Form that saves a lease's statement: opening balance, charges and payments, closing balance. */
export function StatementForm({ leaseId, startDate, endDate, load, onDone }: StatementFormProps) {
  const form = useAppForm({
    about: leaseId,
    defaultValues: { startDate, endDate, format: "pdf" as (typeof bookFormats)[number] },
    schema: statementForm,
    onSubmit: async (days) => {
      try {
        saveBase64(await load({ leaseId, ...days }));
      } catch (error) {
        return errorMessage(error, "The statement could not be made. Please try again.");
      }
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="Statement">
      <FieldRow>
        <form.AppField name="startDate">{() => <DayField label="Start date" />}</form.AppField>
        <form.AppField name="endDate">{() => <DayField label="End date" />}</form.AppField>
      </FieldRow>
      <form.AppField name="format">
        {(field) => (
          <field.SelectField label="File">
            {bookFormats.map((format) => (
              <option key={format} value={format}>
                {formatNames[format]}
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Save statement</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
