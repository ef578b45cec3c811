import { accountStep, addressStep, agreementsStep, businessStep, contactStep } from "@hearth/domain/merchants/business";
import { useAppForm, AppForm, type FormHandle } from "../../../kit/form/form.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import type { RegistrationDraft } from "./registration.ts";
import { AddressFields } from "../address-fields.tsx";
import { BusinessTypeOptions } from "../../../features/enrollment/business-types.tsx";
import { limits } from "@hearth/domain/limits";
import { TextLink } from "../../../kit/links.tsx";
import { type ReactNode, useRef } from "react";
import { type FieldsOf, SubmitButton } from "../../../kit/form/fields.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";
import { touchLabel } from "../../../features/auth/touch/touch-button.tsx";
import { TouchOrPassword, UsePassword } from "../../../features/auth/touch/touch-or-password.tsx";

const undrafted = "The registration keeps one draft of all its steps";

interface StepProps<Values> {
  initial: Values;
  onEdit: (values: Values) => void;
  onBack: () => void;
  onNext: () => Promise<void>;
}

interface StepFormProps {
  form: FormHandle;
  label: string;
  /** Undefined on the first step. */
  onBack?: (() => void) | undefined;
  /** Label of the button that continues. */
  submit?: string;
  /** Puts each button on a line of its own, as wide as the form. For a long label. */
  isStacked?: boolean;
  children: ReactNode;
}

/** Form of a step with the buttons to continue and to go back. */
function StepForm({ form, label, onBack, submit = "Continue", isStacked = false, children }: StepFormProps) {
  return (
    <AppForm form={form} label={label}>
      {children}
      <Actions>
        <SubmitButton size="large" wide={isStacked}>
          {submit}
        </SubmitButton>
        {onBack && (
          <Button variant="quiet" size="large" wide={isStacked} onClick={onBack}>
            Back
          </Button>
        )}
      </Actions>
    </AppForm>
  );
}

/** First step: name, type and description of the business. */
export function BusinessStep({ initial, onEdit, onNext }: StepProps<RegistrationDraft["business"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: businessStep,
    undrafted,
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

/** Second step: contact person. */
export function ContactStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["contact"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: contactStep,
    undrafted,
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
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" hint="You sign in with it." />}</form.AppField>
      <form.AppField name="phoneNumber">
        {(field) => <field.TextField label="Phone number" type="tel" autoComplete="tel" maxLength={40} />}
      </form.AppField>
    </StepForm>
  );
}

/** Third step: address. */
export function AddressStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["address"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: addressStep,
    undrafted,
    onEdit,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm label="Address" form={form} onBack={onBack}>
      <AddressFields form={form} optional={false} />
    </StepForm>
  );
}

interface AccountStepProps extends StepProps<RegistrationDraft["account"]> {
  /** Signs up with a passkey, which the page of this origin makes. */
  onTouch: (walletOrigin: string) => Promise<void>;
}

/** Fourth step: the device's own unlock where that is possible, or a password. */
export function AccountStep({ onTouch, ...step }: AccountStepProps) {
  const latest = useRef(step.initial);
  // What was agreed to stays while the two forms replace each other.
  const onEdit = (values: RegistrationDraft["account"]) => {
    latest.current = values;
    step.onEdit(values);
  };
  return (
    <TouchOrPassword
      touch={(walletOrigin, onPassword) => (
        <TouchAccountStep {...step} initial={latest.current} onEdit={onEdit} onNext={() => onTouch(walletOrigin)} onPassword={onPassword} />
      )}
      password={() => <PasswordAccountStep {...step} initial={latest.current} onEdit={onEdit} />}
    />
  );
}

interface TouchAccountStepProps extends StepProps<RegistrationDraft["account"]> {
  /** Shows the step with a password instead. */
  onPassword: () => void;
}

/** Asks for the two agreements. The passkey and the wallet are then made in the wallet's page. */
function TouchAccountStep({ initial, onEdit, onBack, onNext, onPassword }: TouchAccountStepProps) {
  const form = useAppForm({
    defaultValues: { agreesToTerms: initial.agreesToTerms, agreesToProcessing: initial.agreesToProcessing },
    schema: agreementsStep,
    undrafted,
    onEdit: (agreements) => onEdit({ ...initial, ...agreements }),
    onSubmit: () => onNext(),
  });
  return (
    <Stack>
      <StepForm label="Account" form={form} onBack={onBack} submit={touchLabel} isStacked>
        <Text>
          No password. Your device's own unlock signs you in, and opens a wallet of your own, which your business can be paid into.
        </Text>
        <Agreements form={form} />
      </StepForm>
      <UsePassword onPress={onPassword} />
    </Stack>
  );
}

/** Asks for the password and the two agreements. */
function PasswordAccountStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["account"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: accountStep,
    undrafted,
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
      <Agreements form={form} />
    </StepForm>
  );
}

function Agreements({ form }: { form: FieldsOf<Pick<RegistrationDraft["account"], "agreesToTerms" | "agreesToProcessing">> }) {
  return (
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
  );
}
