import type { LoginInput } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { AppForm, FormFailure, useAppForm } from "../../kit/form/form.tsx";
import { lazySchema } from "../../kit/form/rules.ts";
import { TextButton } from "../../ui/text-anchor.tsx";
import type { FormOutcome, Refusal } from "./outcome.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { homePath } from "@hearth/domain/auth/roles";
import { safePath } from "@hearth/domain/redirect";
import { TextLink } from "../../kit/links.tsx";
import type { ShownPasskey } from "../../lib/passkey.ts";
import { useSession } from "../../lib/session.ts";
import { server } from "../../lib/server.ts";
import { Stack } from "../../ui/stack.tsx";
import type { UserInfo } from "../../lib/user-info.ts";
import { Alert } from "../../ui/alert.tsx";
import { useLogout } from "./actions.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import styles from "./auth.module.css";

const CodeForm = lazyPart(async () => (await import("./second-factor/code-form.tsx")).CodeForm);
const ReplaceFirstPassword = lazyPart(async () => (await import("./first-password-form.tsx")).ReplaceFirstPassword);
const loginRules = lazySchema(async () => (await import("@hearth/domain/auth/inputs")).loginInput);

interface LoginFormProps {
  onSubmit: (input: SignInInput) => Promise<FormOutcome>;
  onPasskey: (response: ShownPasskey) => Promise<FormOutcome>;
  /** Another way to sign in, shown below the passkey's. */
  otherWay?: ReactNode;
}

/** True where the focus opens no keyboard over the page. */
const hasKeyboard = () => window.matchMedia("(pointer: fine)").matches;

const beginPasskey = async () => (await server()).trpcClient.auth.beginPasskeySignIn.mutate();

/** The next step after a correct password: a second factor (with or without an authenticator app), or a new password. */
type SecondStep = { credentials: LoginInput } & ({ what: "code"; hasApp: boolean } | { what: "password" });

/**
 * Sign-in form: email and password, then the second factor if the account has one. A passkey replaces both. An initial password must be
 * replaced first.
 */
export function LoginForm({ onSubmit, onPasskey, otherWay }: LoginFormProps) {
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null);
  const { wasRefused, wasLeftElsewhere } = useSession();
  const submit = async (input: SignInInput): Promise<FormOutcome> => {
    const outcome = await onSubmit(input);
    const next = outcome.ok ? null : stepAfterPassword(outcome.code);
    if (next === null) return outcome;
    setSecondStep({ credentials: input, ...next });
    return { ok: true };
  };
  const passkeyButton = (
    <PasskeyButton wide begin={beginPasskey} onShown={onPasskey}>
      Use a passkey
    </PasskeyButton>
  );
  if (secondStep === null) {
    return (
      <Stack>
        {wasRefused && <Alert tone="info" title="You were signed out. Please sign in again." />}
        {wasLeftElsewhere && <Alert tone="info" title="You logged out in another tab." />}
        <Credentials
          onSubmit={submit}
          otherWays={
            <>
              {passkeyButton}
              <Suspense>{otherWay}</Suspense>
            </>
          }
        />
      </Stack>
    );
  }
  return (
    <Suspense>
      {secondStep.what === "password" ? (
        <ReplaceFirstPassword credentials={secondStep.credentials} onReplaced={submit} />
      ) : (
        <CodeForm
          label="Two-step sign-in"
          action="Sign in"
          recovery={secondStep.hasApp ? "instead" : "only"}
          onSubmit={(code) => onSubmit({ ...secondStep.credentials, code })}
          lead={passkeyButton}
          foot={
            <p>
              <TextButton size="small" onClick={() => setSecondStep(null)}>
                Back to email and password
              </TextButton>
            </p>
          }
        />
      )}
    </Suspense>
  );
}

/** Opens the page that asked for the sign-in. */
export function ContinueButton({ redirect }: { redirect: string }) {
  const navigate = useNavigate();
  return (
    <TextButton size="small" onClick={() => void navigate({ href: safePath(redirect) })}>
      Continue to the page you opened
    </TextButton>
  );
}

/** Maps an error code to the step that follows a correct password. */
function stepAfterPassword(code: Refusal["code"]): { what: "code"; hasApp: boolean } | { what: "password" } | null {
  if (code === "FIRST_PASSWORD_REPLACEMENT_NEEDED") return { what: "password" };
  const hasApp = code === "SECOND_FACTOR_REQUIRED";
  return hasApp || code === "PASSKEY_REQUIRED" ? { what: "code", hasApp } : null;
}

interface CredentialsProps extends Pick<LoginFormProps, "onSubmit"> {
  otherWays: ReactNode;
}

/** Email and password. Shows a refusal below the buttons, where room is kept for it, so that nothing moves under the pointer. */
function Credentials({ onSubmit, otherWays }: CredentialsProps) {
  const [mustWait, setMustWait] = useState(false);
  const form = useAppForm({
    undrafted: "A browser or a password manager fills it in",
    schema: loginRules,
    defaultValues: { email: "", password: "" },
    onSubmit: async (input) => {
      const outcome = await onSubmit(input);
      setMustWait(!outcome.ok && outcome.code === "RATE_LIMITED");
      return outcome.ok ? undefined : outcome.message;
    },
  });
  return (
    <AppForm form={form} label="Sign in" ownFailure>
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" autoFocus={hasKeyboard()} />}</form.AppField>
      <form.AppField name="password">{(field) => <field.PasswordField label="Password" autoComplete="current-password" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Sign in
      </form.SubmitButton>
      {otherWays}
      <div className={styles.failure}>
        <FormFailure />
      </div>
      {mustWait && <TextLink to="/this-device">Get an email that lets this device sign in now</TextLink>}
    </AppForm>
  );
}

/** Tells a signed-in user that they are signed in. Offers the page that asked for the sign-in, or else their home page, and a logout. */
export function SignedInNote({ user, redirect }: { user: UserInfo; redirect: string | undefined }) {
  const logout = useLogout();
  const place = { user: "the dashboard", merchant: "the merchant dashboard", admin: "the admin area" }[user.role];
  return (
    <Alert title={`You are signed in as ${user.firstName}`} announce>
      <p>
        {redirect === undefined ? (
          <TextLink size="small" to={homePath(user.role)}>
            Go to {place}
          </TextLink>
        ) : (
          <ContinueButton redirect={redirect} />
        )}{" "}
        or{" "}
        <TextButton size="small" onClick={logout}>
          log out
        </TextButton>{" "}
        to use another account.
      </p>
    </Alert>
  );
}
