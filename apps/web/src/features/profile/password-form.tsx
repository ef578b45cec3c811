import { changeOwnPasswordForm } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import type { z } from "zod";
import { fieldErrors } from "../../lib/api-error.ts";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { trpc } from "../../lib/trpc.ts";
import { Actions } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { passwordFailure } from "./password-failure.ts";

/** The password: the current one, and the new one twice. */
export function PasswordForm() {
  const utils = trpc.useUtils();
  const change = trpc.auth.changePassword.useMutation();
  const form = useAppForm({
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" } satisfies z.input<typeof changeOwnPasswordForm>,
    schema: changeOwnPasswordForm,
    onSubmit: async ({ currentPassword, newPassword }) => {
      try {
        await change.mutateAsync({ currentPassword, newPassword });
        form.reset();
        toast.success("Password updated successfully");
        void utils.auth.devices.invalidate();
      } catch (error) {
        const { currentPassword: message } = fieldErrors(error);
        return message === undefined ? passwordFailure(error) : { fields: { currentPassword: message } };
      }
    },
  });

  return (
    <AppForm of={form} label="Change password">
      <form.AppField name="currentPassword">
        {(field) => <field.PasswordField label="Current password" autoComplete="current-password" />}
      </form.AppField>
      <form.AppField name="newPassword">
        {(field) => (
          <field.PasswordField label="New password" autoComplete="new-password" hint={`At least ${limits.passwordMinLength} characters`} />
        )}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => (
          <field.PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            hint="You stay signed in here. Your other devices are signed out."
          />
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Change password</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
