import { changeOwnPasswordForm, type ChangePasswordInput } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import type { z } from "zod";
import { AppForm, type Refusal, useAppForm } from "../../kit/form/form.tsx";
import { fieldErrors } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Actions } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { passwordFailure } from "./password-failure.ts";

type Values = z.input<typeof changeOwnPasswordForm>;

interface ChangePasswordFormProps {
  schema: typeof changeOwnPasswordForm;
  /** Changes the password. Returns the refusal, or nothing on success. */
  onChange: (passwords: ChangePasswordInput) => Promise<string | Refusal<Values> | void>;
  /** Success message. */
  changed: string;
  /** Further effect of the change, shown below the last field. */
  hint?: string;
  /** Shown below the button. */
  foot?: ReactNode;
}

/** Password form: the current password, and the new one twice. */
export function ChangePasswordForm({ schema, onChange, changed, hint, foot }: ChangePasswordFormProps) {
  const form = useAppForm({
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" } satisfies Values,
    schema,
    onSubmit: async ({ currentPassword, newPassword }) => {
      const refusal = await onChange({ currentPassword, newPassword });
      if (refusal !== undefined) return refusal;
      form.reset();
      toast.success(changed);
    },
  });

  return (
    <AppForm form={form} label="Change password">
      <form.AppField name="currentPassword">
        {(field) => <field.PasswordField label="Current password" autoComplete="current-password" />}
      </form.AppField>
      <form.AppField name="newPassword">
        {(field) => (
          <field.PasswordField label="New password" autoComplete="new-password" hint={`At least ${limits.passwordMinLength} characters`} />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" hint={hint} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Change password</form.SubmitButton>
      </Actions>
      {foot}
    </AppForm>
  );
}

/** Changes the account's own password. */
export function PasswordForm() {
  const change = trpc.auth.changePassword.useMutation();

  async function send(passwords: ChangePasswordInput) {
    try {
      await change.mutateAsync(passwords);
    } catch (error) {
      const { currentPassword: message } = fieldErrors(error);
      return message === undefined ? passwordFailure(error) : { fields: { currentPassword: message } };
    }
  }

  return (
    <ChangePasswordForm
      schema={changeOwnPasswordForm}
      onChange={send}
      changed="Password updated successfully"
      hint="You stay signed in here. Your other devices are signed out."
    />
  );
}
