import { changeOwnPasswordForm, changeOwnPasswordInput } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { useState } from "react";
import type { z } from "zod";
import { fieldErrors } from "../../lib/api-error.ts";
import { useAppForm } from "../../kit/form/form.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { Actions } from "../../ui/button.tsx";
import { Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { type PasswordFailure, passwordFailure } from "./password-failure.ts";

/** The password: the current one, and the new one twice. */
export function PasswordForm() {
  const [failure, setFailure] = useState<PasswordFailure | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const utils = trpc.useUtils();
  const change = trpc.auth.changePassword.useMutation();
  const form = useAppForm({
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" } satisfies z.input<typeof changeOwnPasswordForm>,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: changeOwnPasswordForm },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value: { currentPassword, newPassword } }) => {
      setFailure(null);
      try {
        await change.mutateAsync(changeOwnPasswordInput.parse({ currentPassword, newPassword }));
        form.reset();
        toast.success("Password updated successfully");
        void utils.auth.devices.invalidate();
      } catch (error) {
        const { currentPassword: message } = fieldErrors(error);
        if (message === undefined) return setFailure(passwordFailure(error));
        form.setFieldMeta("currentPassword", (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onSubmit: message } }));
        onSubmitInvalid();
      }
    },
  });

  return (
    <Form
      ref={ref}
      aria-label="Change password"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && (
        <Note tone="bad" title={failure.title} announce>
          {failure.detail}
        </Note>
      )}
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
        <form.AppForm>
          <form.SubmitButton>Change password</form.SubmitButton>
        </form.AppForm>
      </Actions>
    </Form>
  );
}
