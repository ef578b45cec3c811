import { registerInput, type RegisterInput } from "@hearth/domain/auth/inputs";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { FormOutcome } from "../outcome.ts";
import { allRequired, PersonFields, RegisterForm } from "../register-form.tsx";
import { touchLabel } from "./touch-button.tsx";
import type { Person } from "./touch-calls.ts";
import { useTouchPage } from "./use-touch-page.ts";

interface SignUpProps {
  /** Signs up with a password. */
  onPassword: (input: RegisterInput) => Promise<FormOutcome>;
  /** Signs up with a passkey, which the page of this origin makes. */
  onTouch: (input: { walletOrigin: string; person: Person }) => Promise<FormOutcome>;
  /** The address that the form begins with, for invited users. */
  email?: string | undefined;
}

/** Sign-up: by the device's own unlock where that is possible, or with a password. */
export function SignUp({ onPassword, onTouch, email }: SignUpProps) {
  const [hasChosenPassword, setChosenPassword] = useState(false);
  const page = useTouchPage();
  if (page === undefined) return <SkeletonPart height="24rem" />;
  const { walletOrigin, isInsideApp } = page;
  if (walletOrigin !== null && !hasChosenPassword) {
    return (
      <TouchSignUpForm email={email} onPerson={(person) => onTouch({ walletOrigin, person })} onPassword={() => setChosenPassword(true)} />
    );
  }
  return (
    <Stack>
      {isInsideApp && (
        <Alert title="To sign up without a password, open this page in Safari or Chrome.">
          Here it is shown inside another app, which cannot use Face ID, fingerprint or PIN.
        </Alert>
      )}
      <RegisterForm onSubmit={onPassword} email={email} />
      {walletOrigin !== null && (
        <p>
          <TextButton size="small" onClick={() => setChosenPassword(false)}>
            Use Face ID, fingerprint or PIN instead
          </TextButton>
        </p>
      )}
    </Stack>
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
      <p>
        <TextButton size="small" onClick={onPassword}>
          Use a password instead
        </TextButton>
      </p>
    </AppForm>
  );
}
