import { loginInput, type LoginInput } from "@hearth/domain/auth/inputs";
import { useState } from "react";
import { useAppForm } from "../../lib/form.tsx";
import { useFirstErrorFocus } from "../../lib/use-first-error-focus.ts";
import { Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import type { FormOutcome } from "./outcome.ts";

interface LoginFormProps {
  onSubmit: (input: LoginInput) => Promise<FormOutcome>;
}

/** E-mail and password. What the server says against them stands above the fields and goes away on edit. */
export function LoginForm({ onSubmit }: LoginFormProps) {
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
      const outcome = await onSubmit(loginInput.parse(value));
      if (!outcome.ok) setFailure(outcome.message);
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
