import { businessStep } from "@hearth/domain/merchants/business";
import { useAppForm } from "../../../kit/form/form.tsx";
import { BusinessTypeOptions } from "../business-type-options.tsx";
import type { RegistrationDraft } from "./registration.ts";
import { StepForm, type StepProps } from "./step-form.tsx";

/** First step: what the business is. */
export function BusinessStep({ initial, onEdit, onNext }: StepProps<RegistrationDraft["business"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: businessStep,
    onEdit,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm label="Business" form={form}>
      <form.AppField name="name">
        {(field) => <field.TextField label="Business name" autoComplete="organization" maxLength={120} />}
      </form.AppField>
      <form.AppField name="businessType">
        {(field) => (
          <field.SelectField label="Business type">
            <option value="">Select a business type</option>
            <BusinessTypeOptions />
          </field.SelectField>
        )}
      </form.AppField>
      <form.AppField name="description">
        {(field) => <field.TextareaField label="Business description" rows={3} maxLength={1_000} />}
      </form.AppField>
    </StepForm>
  );
}
