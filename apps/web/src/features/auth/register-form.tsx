import { registerForm, registerInput, type RegisterInput } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { useAppForm } from "../../kit/form/form.tsx";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { FieldRow, Form } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./auth.module.css";
import type { FormOutcome } from "./outcome.ts";

const allRequired = "All fields are required";
const empty = { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" } satisfies z.input<typeof registerForm>;

interface RegisterFormProps {
  onSubmit: (input: RegisterInput) => Promise<FormOutcome>;
}

/** The sign-up form. One sentence stands for all fields left empty; every other one stands at its field. */
export function RegisterForm({ onSubmit }: RegisterFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: empty,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: registerForm },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid: ({ value }) => {
      if (Object.values(value).some((text) => text.trim() === "")) setFailure(allRequired);
      onSubmitInvalid();
    },
    onSubmit: async ({ value }) => {
      const { firstName, lastName, email, password } = value;
      setFailure(null);
      const outcome = await onSubmit(registerInput.parse({ firstName, lastName, email, password }));
      if (!outcome.ok) setFailure(outcome.message);
    },
  });

  return (
    <Form
      ref={ref}
      aria-label="Sign up"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <Note tone="bad" title={failure} announce />}
      <FieldRow>
        <form.AppField name="firstName">
          {(field) => <field.TextField label="First name" autoComplete="given-name" sharedError={allRequired} />}
        </form.AppField>
        <form.AppField name="lastName">
          {(field) => <field.TextField label="Last name" autoComplete="family-name" sharedError={allRequired} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            sharedError={allRequired}
          />
        )}
      </form.AppField>
      <form.AppField name="password">
        {(field) => (
          <field.PasswordField
            label="Password"
            autoComplete="new-password"
            sharedError={allRequired}
            hint={<PasswordHint password={field.state.value} />}
          />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm password" autoComplete="new-password" sharedError={allRequired} />}
      </form.AppField>
      <form.AppForm>
        <form.SubmitButton size="large" wide>
          Sign up
        </form.SubmitButton>
      </form.AppForm>
    </Form>
  );
}

function PasswordHint({ password }: { password: string }) {
  const isLongEnough = [...password].length >= limits.passwordMinLength;
  return (
    <span className={styles.hint}>
      At least {limits.passwordMinLength} characters
      {isLongEnough && <Icon icon={CircleCheck} size={14} />}
    </span>
  );
}
