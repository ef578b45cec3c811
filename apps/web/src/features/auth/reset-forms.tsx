import { forgotPasswordInput, resetPasswordForm } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { useState } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { TextLink } from "../../kit/links.tsx";
import { trpcClient } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { type FormOutcome, refusalOf } from "./outcome.ts";
import { CodeForm } from "./second-factor/code-form.tsx";

/** Asks for a link to choose another password; says the same whether or not there is such an account. */
export function ForgotPasswordForm() {
  const [said, setSaid] = useState<string | null>(null);
  const form = useAppForm({
    schema: forgotPasswordInput,
    defaultValues: { email: "" },
    onSubmit: async (input) => {
      try {
        setSaid((await trpcClient.auth.forgotPassword.mutate(input)).message);
      } catch (error) {
        return refusalOf(error, "The link could not be sent. Please try again.").message;
      }
    },
  });
  if (said !== null) {
    return (
      <Alert tone="good" title="Look into your mail" announce>
        <p>{said}. It works once, for 30 minutes.</p>
      </Alert>
    );
  }
  return (
    <AppForm of={form} label="Forgot password">
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Send the link
      </form.SubmitButton>
    </AppForm>
  );
}

/** Another password by the link of a mail, and after it the code of the second factor where the account has one. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [newPassword, setNewPassword] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);

  async function send(input: { newPassword: string; code?: string }): Promise<FormOutcome> {
    try {
      await trpcClient.auth.resetPassword.mutate({ token, ...input });
      setDone(true);
      return { ok: true };
    } catch (error) {
      return refusalOf(error, "The password could not be changed. Please try again.");
    }
  }

  if (isDone) {
    return (
      <Alert tone="good" title="Your password is changed" announce>
        <p>
          Every device is signed out. <TextLink to="/login">Sign in</TextLink> with the new one.
        </p>
      </Alert>
    );
  }
  if (newPassword !== null) {
    return <CodeForm label="Second factor" action="Change password" withRecovery onSubmit={(code) => send({ newPassword, code })} />;
  }
  return <NewPassword onSubmit={send} onCodeAsked={setNewPassword} />;
}

interface NewPasswordProps {
  onSubmit: (input: { newPassword: string }) => Promise<FormOutcome>;
  onCodeAsked: (newPassword: string) => void;
}

function NewPassword({ onSubmit, onCodeAsked }: NewPasswordProps) {
  const form = useAppForm({
    schema: resetPasswordForm,
    defaultValues: { newPassword: "", confirmPassword: "" },
    onSubmit: async ({ newPassword }) => {
      const outcome = await onSubmit({ newPassword });
      if (outcome.ok) return;
      if (outcome.code !== "SECOND_FACTOR_REQUIRED") return outcome.message;
      onCodeAsked(newPassword);
    },
  });
  return (
    <AppForm of={form} label="Choose a password">
      <form.AppField name="newPassword">
        {(field) => (
          <field.PasswordField label="New password" autoComplete="new-password" hint={`At least ${limits.passwordMinLength} characters`} />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" />}
      </form.AppField>
      <form.SubmitButton size="large" wide>
        Change password
      </form.SubmitButton>
    </AppForm>
  );
}
