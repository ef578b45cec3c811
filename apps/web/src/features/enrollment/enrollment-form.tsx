import { enrollmentForm, type EnrollmentForm as FormValues } from "@hearth/domain/merchants/inputs";
import { useState } from "react";
import { useAppForm } from "../../kit/form/form.tsx";
import type { Outputs } from "../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { FieldRow, Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import type { FormOutcome } from "../auth/outcome.ts";
import { businessTypeName } from "./business-type.ts";

type Merchant = Outputs["merchant"]["list"]["items"][number];

interface EnrollmentFormProps {
  merchants: readonly Merchant[];
  initial: FormValues;
  submitLabel: string;
  onSubmit: (form: FormValues) => Promise<FormOutcome>;
  onDone: () => void;
}

/** Where somebody lives and whom they pay. */
export function EnrollmentForm({ merchants, initial, submitLabel, onSubmit, onDone }: EnrollmentFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: initial,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: enrollmentForm },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      setFailure(null);
      const outcome = await onSubmit(enrollmentForm.parse(value));
      if (outcome.ok) onDone();
      else setFailure(outcome.message);
    },
  });

  return (
    <Form
      ref={ref}
      aria-label="Enrollment"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <Note tone="bad" title={failure} announce />}
      <form.AppField name="selectedMerchantId">
        {(field) => (
          <field.SelectField label="Merchant" hint="Whom you pay. You can change this later.">
            <option value="">Select a merchant</option>
            {merchants.map(({ _id, name, businessType }) => (
              <option key={_id} value={_id}>
                {name} ({businessTypeName(businessType)})
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <FieldRow>
        <form.AppField name="street">
          {(field) => <field.TextField label="Street address" autoComplete="address-line1" maxLength={150} />}
        </form.AppField>
        <form.AppField name="aptNumber">
          {(field) => <field.TextField label="Apartment number" optional autoComplete="address-line2" maxLength={30} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="city">{(field) => <field.TextField label="City" autoComplete="address-level2" maxLength={80} />}</form.AppField>
      <FieldRow>
        <form.AppField name="state">
          {(field) => <field.TextField label="State" autoComplete="address-level1" maxLength={80} />}
        </form.AppField>
        <form.AppField name="zipCode">
          {(field) => <field.TextField label="ZIP code" autoComplete="postal-code" maxLength={20} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="phoneNumber">
        {(field) => <field.TextField label="Phone number" type="tel" autoComplete="tel" maxLength={40} />}
      </form.AppField>
      <form.AppForm>
        <form.SubmitButton size="large" wide>
          {submitLabel}
        </form.SubmitButton>
      </form.AppForm>
    </Form>
  );
}
