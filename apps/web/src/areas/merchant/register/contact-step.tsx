import { contactStep } from "@hearth/domain/merchants/business";
import { useAppForm } from "../../../kit/form/form.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import type { RegistrationDraft } from "./registration.ts";
import { StepForm, type StepProps } from "./step-form.tsx";

/** Second step: who it is. */
export function ContactStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["contact"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: contactStep,
    onEdit,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm label="Contact" form={form} onBack={onBack}>
      <FieldRow>
        <form.AppField name="firstName">
          {(field) => <field.TextField label="First name" autoComplete="given-name" maxLength={100} />}
        </form.AppField>
        <form.AppField name="lastName">
          {(field) => <field.TextField label="Last name" autoComplete="family-name" maxLength={100} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            hint="You sign in with it."
          />
        )}
      </form.AppField>
      <form.AppField name="phoneNumber">
        {(field) => <field.TextField label="Phone number" type="tel" autoComplete="tel" maxLength={40} />}
      </form.AppField>
    </StepForm>
  );
}
