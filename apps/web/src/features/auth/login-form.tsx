import type { LoginInput } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { useState } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { fetchedRules } from "../../kit/form/rules.ts";
import { TextButton } from "../../ui/text-anchor.tsx";
import type { FormOutcome } from "./outcome.ts";
import { CodeForm } from "./second-factor/code-form.tsx";
import { homePath } from "@hearth/domain/auth/roles";
import { TextLink } from "../../kit/links.tsx";
import type { UserInfo } from "../../lib/user-info.ts";
import { Alert } from "../../ui/alert.tsx";
import { useLogout } from "./actions.ts";

const loginRules = fetchedRules(async () => (await import("@hearth/domain/auth/inputs")).loginInput);

interface LoginFormProps {
  onSubmit: (input: SignInInput) => Promise<FormOutcome>;
}

/** E-mail and password, and after them the code of the second factor where the account has one. */
export function LoginForm({ onSubmit }: LoginFormProps) {
  const [right, setRight] = useState<LoginInput | null>(null);
  if (right === null) return <Credentials onSubmit={onSubmit} onCodeAsked={setRight} />;
  return (
    <CodeForm
      label="Second factor"
      action="Sign in"
      withRecovery
      onSubmit={(code) => onSubmit({ ...right, code })}
      foot={
        <p>
          <TextButton size="small" onClick={() => setRight(null)}>
            Back to email and password
          </TextButton>
        </p>
      }
    />
  );
}

function Credentials({ onSubmit, onCodeAsked }: LoginFormProps & { onCodeAsked: (right: LoginInput) => void }) {
  const form = useAppForm({
    schema: loginRules,
    defaultValues: { email: "", password: "" },
    onSubmit: async (input) => {
      const outcome = await onSubmit(input);
      if (outcome.ok) return;
      if (outcome.code !== "SECOND_FACTOR_REQUIRED") return outcome.message;
      onCodeAsked(input);
    },
  });
  return (
    <AppForm of={form} label="Sign in">
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" />}</form.AppField>
      <form.AppField name="password">{(field) => <field.PasswordField label="Password" autoComplete="current-password" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Sign in
      </form.SubmitButton>
    </AppForm>
  );
}

/** For somebody who meets the sign-in while signed in: says so and offers the way on, so that nobody is stuck here. */
export function SignedInNote({ user }: { user: UserInfo }) {
  const logout = useLogout();
  const place = { user: "the dashboard", merchant: "the merchant dashboard", admin: "the admin area" }[user.role];
  return (
    <Alert title={`You are signed in as ${user.firstName}`}>
      <p>
        <TextLink size="small" to={homePath(user.role)}>
          Go to {place}
        </TextLink>{" "}
        or{" "}
        <TextButton size="small" onClick={logout}>
          log out
        </TextButton>{" "}
        to use another account.
      </p>
    </Alert>
  );
}
