import { loginInput, type LoginInput } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { useState } from "react";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import type { FormOutcome } from "./outcome.ts";
import { CodeForm } from "./second-factor/code-form.tsx";

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
    schema: loginInput,
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
      <form.AppField name="email">
        {(field) => <field.TextField label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />}
      </form.AppField>
      <form.AppField name="password">{(field) => <field.PasswordField label="Password" autoComplete="current-password" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Sign in
      </form.SubmitButton>
    </AppForm>
  );
}
