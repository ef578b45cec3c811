import { forgotPasswordInput, resetPasswordForm } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { useState } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { TextLink } from "../../kit/links.tsx";
import type { ShownPasskey } from "../../lib/passkey.ts";
import { type Outputs, trpcClient } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Section } from "../../ui/page.tsx";
import { Stack } from "../../ui/stack.tsx";
import type { FormOutcome } from "./outcome.ts";
import { refusalOf } from "./refusal.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { CodeForm } from "./second-factor/code-form.tsx";

/** Asks for a password reset link. */
export function ForgotPasswordForm() {
  return <AskForLink label="Forgot password" lifetime="30 minutes" ask={(input) => trpcClient.auth.forgotPassword.mutate(input)} />;
}

/** Asks for a link that makes this device known, for when strangers' wrong passwords keep the owner out. */
export function AskForDeviceLinkForm() {
  return <AskForLink label="Use this device" lifetime="2 hours" ask={(input) => trpcClient.auth.requestDeviceLink.mutate(input)} />;
}

interface AskForLinkProps {
  label: string;
  /** The lifetime of the link, in words. */
  lifetime: string;
  ask: (input: { email: string }) => Promise<{ message: string }>;
}

/** Asks for a mailed link. Shows the same message whether or not the account exists. */
function AskForLink({ label, lifetime, ask }: AskForLinkProps) {
  const [message, setMessage] = useState<string | null>(null);
  const form = useAppForm({
    schema: forgotPasswordInput,
    defaultValues: { email: "" },
    onSubmit: async (input) => {
      try {
        setMessage((await ask(input)).message);
      } catch (error) {
        return refusalOf(error, "The link could not be sent. Please try again.").message;
      }
    },
  });
  if (message !== null) {
    return (
      <Alert tone="good" title="Check your email" announce>
        <p>
          {message}. It works once, for {lifetime}.
        </p>
      </Alert>
    );
  }
  return (
    <AppForm form={form} label={label}>
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Send the link
      </form.SubmitButton>
    </AppForm>
  );
}

/** The chosen password, and whether what was done lately is undone. */
interface NewPasswordInput {
  newPassword: string;
  undo: boolean;
}

/** The input, and whether an authenticator app can supply the code. */
interface ResetRequest {
  input: NewPasswordInput;
  hasApp: boolean;
}

interface ResetPasswordFormProps {
  /** Token from the mail's link. */
  token: string;
  /** True for a link that takes the account back and undoes what was done, without asking. */
  takesBack?: boolean;
  onDone?: () => void;
}

const tooOldToTakeBack = "This link was already used or is too old. If the account is not yours again, write to us.";

/** Sets a new password with a mail's link, then asks for the second factor if the account has one. */
export function ResetPasswordForm({ token, takesBack = false, onDone }: ResetPasswordFormProps) {
  const [request, setRequest] = useState<ResetRequest | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const action = takesBack ? "Take the account back" : "Change password";

  async function send(input: NewPasswordInput & { code?: string; passkey?: ShownPasskey }): Promise<FormOutcome> {
    try {
      setDone(await trpcClient.auth.resetPassword.mutate({ token, ...input }));
      onDone?.();
      return { ok: true };
    } catch (error) {
      const refusal = refusalOf(error, "The password could not be changed. Please try again.");
      return takesBack && refusal.code === "MAIL_LINK_INVALID" ? { ...refusal, message: tooOldToTakeBack } : refusal;
    }
  }

  if (done !== null) return <ResetDone {...done} title={takesBack ? "Your account is yours again" : "Your password is changed"} />;
  if (request !== null) {
    const { input, hasApp } = request;
    return (
      <CodeForm
        label="Two-step sign-in"
        action={action}
        recovery={hasApp ? "instead" : "only"}
        onSubmit={(code) => send({ ...input, code })}
        lead={
          <PasskeyButton wide begin={() => trpcClient.auth.beginPasskeySignIn.mutate()} onShown={(passkey) => send({ ...input, passkey })}>
            Use a passkey
          </PasskeyButton>
        }
      />
    );
  }
  return <NewPassword action={action} asksUndo={!takesBack} onSubmit={send} onAsked={setRequest} />;
}

type Done = Outputs["auth"]["resetPassword"];

/** Says that the password is changed, what was undone, and what the owner has to check. */
function ResetDone({ title, undone, remaining }: Pick<Done, "undone" | "remaining"> & { title: string }) {
  return (
    <Stack>
      <Alert tone="good" title={title} announce>
        <p>
          Every device is signed out. <TextLink to="/login">Sign in</TextLink> with the new password.
        </p>
      </Alert>
      <Sentences title="Undone" sentences={undone} />
      <Sentences title="Please look at this yourself" sentences={remaining} />
    </Stack>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Section title={title} size="subheading">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  );
}

interface NewPasswordProps {
  action: string;
  /** True to ask if what was done lately shall be undone. */
  asksUndo: boolean;
  onSubmit: (input: NewPasswordInput) => Promise<FormOutcome>;
  onAsked: (request: ResetRequest) => void;
}

function NewPassword({ action, asksUndo, onSubmit, onAsked }: NewPasswordProps) {
  const form = useAppForm({
    schema: resetPasswordForm,
    defaultValues: { newPassword: "", confirmPassword: "", undo: false },
    onSubmit: async ({ newPassword, undo }) => {
      const outcome = await onSubmit({ newPassword, undo });
      if (outcome.ok) return;
      if (outcome.code !== "SECOND_FACTOR_REQUIRED" && outcome.code !== "PASSKEY_REQUIRED") return outcome.message;
      onAsked({ input: { newPassword, undo }, hasApp: outcome.code === "SECOND_FACTOR_REQUIRED" });
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
      {asksUndo && (
        <form.AppField name="undo">
          {(field) => (
            <field.CheckboxField
              label="Someone else has used my account"
              hint={`Undoes what was changed in it in the last ${limits.undoDays} days: people invited, wallets, ways to sign in`}
            />
          )}
        </form.AppField>
      )}
      <form.SubmitButton size="large" wide>
        {action}
      </form.SubmitButton>
    </AppForm>
  );
}
