import { contactStep } from "@hearth/domain/merchants/business";
import { useAppForm } from "../../../kit/form/form.tsx";
import { useFirstErrorFocus } from "../../../kit/form/use-first-error-focus.ts";
import { FieldRow } from "../../../ui/field.tsx";
import type { RegistrationDraft } from "./registration.ts";
import { StepForm, type StepProps } from "./step-form.tsx";

/** Second step: who it is. */
export function ContactStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["contact"]>) {
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: initial,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: contactStep },
    listeners: { onChange: ({ formApi }) => onEdit(formApi.state.values) },
    onSubmitInvalid,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm
      label="Contact"
      formRef={ref}
      onSubmit={() => void form.handleSubmit()}
      onBack={onBack}
      submit={
        <form.AppForm>
          <form.SubmitButton size="large">Continue</form.SubmitButton>
        </form.AppForm>
      }
    >
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
