import { changeOwnPasswordForm, type ChangePasswordInput, setPasswordForm } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import type { z } from "zod";
import { AppForm, type Refusal, useAppForm } from "../../kit/form/form.tsx";
import { fieldErrors } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Actions } from "../../ui/button.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Text } from "../../ui/typography.tsx";
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

/** Changes the account's own password, or sets its first one. */
export function PasswordForm() {
  const factor = trpc.auth.secondFactor.useQuery();
  if (factor.isPending) return <SkeletonPart height="14rem" />;
  return factor.data?.hasPassword === false ? <SetPasswordForm /> : <ChangeOwnPassword />;
}

/** Sets the first password of an account that was made with a passkey. */
export function SetPasswordForm() {
  const set = trpc.auth.setPassword.useMutation();
  const form = useAppForm({
    defaultValues: { newPassword: "", confirmPassword: "" },
    schema: setPasswordForm,
    onSubmit: async ({ newPassword }) => {
      try {
        await set.mutateAsync({ newPassword });
      } catch (error) {
        return passwordFailure(error);
      }
      toast.success("Your password is set");
    },
  });
  return (
    <AppForm form={form} label="Set a password">
      <Text>
        You sign in with Face ID, fingerprint or PIN, and your account has no password. With one you can also sign in on other devices.
      </Text>
      <form.AppField name="newPassword">
        {(field) => (
          <field.PasswordField label="New password" autoComplete="new-password" hint={`At least ${limits.passwordMinLength} characters`} />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" hint={otherDevices} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Set a password</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

const otherDevices = "You stay signed in here. Your other devices are signed out.";

function ChangeOwnPassword() {
  const change = trpc.auth.changePassword.useMutation();

  async function send(passwords: ChangePasswordInput) {
    try {
      await change.mutateAsync(passwords);
    } catch (error) {
      const { currentPassword: message } = fieldErrors(error);
      return message === undefined ? passwordFailure(error) : { fields: { currentPassword: message } };
    }
  }

  return <ChangePasswordForm schema={changeOwnPasswordForm} onChange={send} changed="Password updated successfully" hint={otherDevices} />;
}
