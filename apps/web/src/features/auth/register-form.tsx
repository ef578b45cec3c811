import { registerForm, registerInput, type RegisterInput } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { CircleCheck } from "lucide-react";
import type { z } from "zod";
import type { FieldsOf } from "../../kit/form/fields.tsx";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { FieldRow } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./auth.module.css";
import type { FormOutcome } from "./outcome.ts";

export const allRequired = "All fields are required";
const empty = { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" } satisfies z.input<typeof registerForm>;

interface RegisterFormProps {
  onSubmit: (input: RegisterInput) => Promise<FormOutcome>;
  /** The address that the form begins with, for invited users. */
  email?: string | undefined;
}

/** Sign-up form. Shows one shared message while all fields are empty, otherwise each message at its field. */
export function RegisterForm({ onSubmit, email: invitedEmail = "" }: RegisterFormProps) {
  const form = useAppForm({
    defaultValues: { ...empty, email: invitedEmail },
    schema: registerForm,
    onRefused: (values) => (Object.values(values).some((text) => text.trim() === "") ? allRequired : undefined),
    onSubmit: async ({ firstName, lastName, email, password }) => {
      const outcome = await onSubmit(registerInput.parse({ firstName, lastName, email, password }));
      return outcome.ok ? null : outcome.message;
    },
  });

  return (
    <AppForm form={form} label="Sign up">
      <PersonFields form={form} />
      <form.AppField name="password">
        {(field) => (
          <field.PasswordField
            label="Password"
            autoComplete="new-password"
            sharedError={allRequired}
            hint={<PasswordHint password={field.value} />}
          />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm password" autoComplete="new-password" sharedError={allRequired} />}
      </form.AppField>
      <form.SubmitButton size="large" wide>
        Sign up
      </form.SubmitButton>
    </AppForm>
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

/** Asks for the name and the email of the person who signs up. */
export function PersonFields({ form }: { form: FieldsOf<Pick<RegisterInput, "firstName" | "lastName" | "email">> }) {
  return (
    <>
      <FieldRow>
        <form.AppField name="firstName">
          {(field) => <field.TextField label="First name" autoComplete="given-name" sharedError={allRequired} />}
        </form.AppField>
        <form.AppField name="lastName">
          {(field) => <field.TextField label="Last name" autoComplete="family-name" sharedError={allRequired} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="username" sharedError={allRequired} />}</form.AppField>
    </>
  );
}
