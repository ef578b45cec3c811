import { registerInput, type RegisterInput } from "@hearth/domain/auth/inputs";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { FormOutcome } from "../outcome.ts";
import { allRequired, PersonFields, RegisterForm } from "../register-form.tsx";
import { touchLabel } from "./touch-button.tsx";
import type { Person } from "./touch-calls.ts";
import { TouchOrPassword, UsePassword } from "./touch-or-password.tsx";

interface SignUpProps {
  /** Signs up with a password. */
  onPassword: (input: RegisterInput) => Promise<FormOutcome>;
  /** Signs up with a passkey, which the page of this origin makes. */
  onTouch: (input: { walletOrigin: string; person: Person }) => Promise<FormOutcome>;
  /** The address that the form begins with, for invited users. */
  email?: string | undefined;
}

/** A consumer's sign-up: by the device's own unlock where that is possible, or with a password. */
export function SignUp({ onPassword, onTouch, email }: SignUpProps) {
  return (
    <TouchOrPassword
      touch={(walletOrigin, onChoosePassword) => (
        <TouchSignUpForm email={email} onPerson={(person) => onTouch({ walletOrigin, person })} onPassword={onChoosePassword} />
      )}
      password={() => <RegisterForm onSubmit={onPassword} email={email} />}
    />
  );
}

const personForm = registerInput.pick({ firstName: true, lastName: true, email: true });

interface TouchSignUpFormProps {
  email?: string | undefined;
  onPerson: (person: Person) => Promise<FormOutcome>;
  /** Shows the sign-up with a password instead. */
  onPassword: () => void;
}

/** Asks who signs up. The passkey and the wallet are then made in the wallet's page. */
export function TouchSignUpForm({ email: invitedEmail = "", onPerson, onPassword }: TouchSignUpFormProps) {
  const form = useAppForm({
    defaultValues: { firstName: "", lastName: "", email: invitedEmail },
    schema: personForm,
    onRefused: (values) => (Object.values(values).some((text) => text.trim() === "") ? allRequired : undefined),
    onSubmit: async (person) => {
      const outcome = await onPerson(person);
      return outcome.ok ? null : outcome.message;
    },
  });
  return (
    <AppForm form={form} label="Sign up">
      <PersonFields form={form} />
      <form.SubmitButton size="large" wide>
        {touchLabel}
      </form.SubmitButton>
      <Text size="note">No password. Your device's own unlock signs you in, and opens a wallet of your own to pay from.</Text>
      <UsePassword onPress={onPassword} />
    </AppForm>
  );
}
