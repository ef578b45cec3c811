import { accountStep } from "@hearth/domain/merchants/business";
import { limits } from "@hearth/domain/limits";
import { TextLink } from "../../../kit/links.tsx";
import { useAppForm } from "../../../kit/form/form.tsx";
import type { RegistrationDraft } from "./registration.ts";
import { StepForm, type StepProps } from "./step-form.tsx";

/** Fourth step: the password and the two agreements. */
export function AccountStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["account"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: accountStep,
    onEdit,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm label="Account" form={form} onBack={onBack} submit="Create account">
      <form.AppField name="password">
        {(field) => (
          <field.PasswordField label="Password" autoComplete="new-password" hint={`At least ${limits.passwordMinLength} characters`} />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm password" autoComplete="new-password" />}
      </form.AppField>
      <div>
        <form.AppField name="agreesToTerms">
          {(field) => (
            <field.CheckboxField
              label={
                <>
                  I agree to the <TextLink to="/terms">terms and conditions</TextLink>
                </>
              }
            />
          )}
        </form.AppField>
        <form.AppField name="agreesToProcessing">
          {(field) => (
            <field.CheckboxField
              label={
                <>
                  I agree to <TextLink to="/privacy">data processing</TextLink>
                </>
              }
            />
          )}
        </form.AppField>
      </div>
    </StepForm>
  );
}
