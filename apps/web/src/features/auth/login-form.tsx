import { loginInput, type LoginInput } from "@hearth/domain/auth/inputs";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { useState } from "react";
import { useAppForm } from "../../kit/form/form.tsx";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
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

/** What the server says against e-mail and password stands above the fields and goes away on edit. */
function Credentials({ onSubmit, onCodeAsked }: LoginFormProps & { onCodeAsked: (right: LoginInput) => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: { email: "", password: "" },
    canSubmitWhenInvalid: true,
    validators: { onSubmit: loginInput },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      setFailure(null);
      const input = loginInput.parse(value);
      const outcome = await onSubmit(input);
      if (outcome.ok) return;
      if (outcome.code === "SECOND_FACTOR_REQUIRED") onCodeAsked(input);
      else setFailure(outcome.message);
    },
  });

  return (
    <Form
      ref={ref}
      aria-label="Sign in"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <Note tone="bad" title={failure} announce />}
      <form.AppField name="email">
        {(field) => <field.TextField label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />}
      </form.AppField>
      <form.AppField name="password">{(field) => <field.PasswordField label="Password" autoComplete="current-password" />}</form.AppField>
      <form.AppForm>
        <form.SubmitButton size="large" wide>
          Sign in
        </form.SubmitButton>
      </form.AppForm>
    </Form>
  );
}
