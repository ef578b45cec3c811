import { forgotPasswordInput, resetPasswordForm } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { useState } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { TextLink } from "../../kit/links.tsx";
import type { ShownPasskey } from "../../lib/passkey.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import type { FormOutcome } from "./outcome.ts";
import { refusalOf } from "./refusal.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { CodeForm } from "./second-factor/code-form.tsx";

/** Asks for a password reset link. Shows the same message whether or not the account exists. */
export function ForgotPasswordForm() {
  const [message, setMessage] = useState<string | null>(null);
  const form = useAppForm({
    schema: forgotPasswordInput,
    defaultValues: { email: "" },
    onSubmit: async (input) => {
      try {
        setMessage((await trpcClient.auth.forgotPassword.mutate(input)).message);
      } catch (error) {
        return refusalOf(error, "The link could not be sent. Please try again.").message;
      }
    },
  });
  if (message !== null) {
    return (
      <Alert tone="good" title="Check your mail" announce>
        <p>{message}. It works once, for 30 minutes.</p>
      </Alert>
    );
  }
  return (
    <AppForm form={form} label="Forgot password">
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Send the link
      </form.SubmitButton>
    </AppForm>
  );
}

/** The chosen password, and whether an authenticator app can supply the code. */
interface ResetRequest {
  newPassword: string;
  hasApp: boolean;
}

interface ResetPasswordFormProps {
  /** Token from the mail's link. */
  token: string;
  /** Button label. */
  action?: string;
  doneTitle?: string;
}

/** Sets a new password with a mail's link, then asks for the second factor if the account has one. */
export function ResetPasswordForm({ token, action = "Change password", doneTitle = "Your password is changed" }: ResetPasswordFormProps) {
  const [request, setRequest] = useState<ResetRequest | null>(null);
  const [isDone, setDone] = useState(false);

  async function send(input: { newPassword: string; code?: string; passkey?: ShownPasskey }): Promise<FormOutcome> {
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
      <Alert tone="good" title={doneTitle} announce>
        <p>
          Every device is signed out. <TextLink to="/login">Sign in</TextLink> with the new one.
        </p>
      </Alert>
    );
  }
  if (request !== null) {
    const { newPassword, hasApp } = request;
    return (
      <CodeForm
        label="Two-step sign-in"
        action={action}
        recovery={hasApp ? "instead" : "only"}
        onSubmit={(code) => send({ newPassword, code })}
        lead={
          <PasskeyButton
            wide
            begin={() => trpcClient.auth.beginPasskeySignIn.mutate()}
            onShown={(passkey) => send({ newPassword, passkey })}
          >
            Use a passkey
          </PasskeyButton>
        }
      />
    );
  }
  return <NewPassword action={action} onSubmit={send} onAsked={setRequest} />;
}

interface NewPasswordProps {
  action: string;
  onSubmit: (input: { newPassword: string }) => Promise<FormOutcome>;
  onAsked: (request: ResetRequest) => void;
}

function NewPassword({ action, onSubmit, onAsked }: NewPasswordProps) {
  const form = useAppForm({
    schema: resetPasswordForm,
    defaultValues: { newPassword: "", confirmPassword: "" },
    onSubmit: async ({ newPassword }) => {
      const outcome = await onSubmit({ newPassword });
      if (outcome.ok) return;
      if (outcome.code !== "SECOND_FACTOR_REQUIRED" && outcome.code !== "PASSKEY_REQUIRED") return outcome.message;
      onAsked({ newPassword, hasApp: outcome.code === "SECOND_FACTOR_REQUIRED" });
    },
  });
  return (
    <AppForm form={form} label="Choose a password">
      <form.AppField name="newPassword">
        {(field) => (
          <field.PasswordField label="New password" autoComplete="new-password" hint={`At least ${limits.passwordMinLength} characters`} />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" />}
      </form.AppField>
      <form.SubmitButton size="large" wide>
        {action}
      </form.SubmitButton>
    </AppForm>
  );
}
