import { updateProfileInput, type UpdateProfileInput } from "@hearth/domain/auth/inputs";
import { useState } from "react";
import type { z } from "zod";
import { errorMessage, fieldErrors, isNetworkError } from "../../lib/api-error.ts";
import { useAppForm } from "../../kit/form/form.tsx";
import { session } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { Actions } from "../../ui/button.tsx";
import { FieldRow, Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { toUserInfo } from "../auth/actions.ts";
import type { Account } from "../enrollment/require-enrollment.ts";

/** Name and e-mail. What the server has against the e-mail stands at the e-mail. */
export function ProfileForm({ account }: { account: Account }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const update = useUpdateProfile();
  const { firstName, lastName, email } = account;
  const form = useAppForm({
    defaultValues: { firstName, lastName, email } satisfies z.input<typeof updateProfileInput>,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: updateProfileInput },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      setFailure(null);
      try {
        await update(updateProfileInput.parse(value));
        toast.success("Profile updated successfully");
      } catch (error) {
        const { email: message } = fieldErrors(error);
        if (message === undefined) return setFailure(failureOf(error));
        form.setFieldMeta("email", (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onSubmit: message } }));
        onSubmitInvalid();
      }
    },
  });

  return (
    <Form
      ref={ref}
      aria-label="Profile information"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <Note tone="bad" title={failure} announce />}
      <FieldRow>
        <form.AppField name="firstName">{(field) => <field.TextField label="First name" autoComplete="given-name" />}</form.AppField>
        <form.AppField name="lastName">{(field) => <field.TextField label="Last name" autoComplete="family-name" />}</form.AppField>
      </FieldRow>
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            label="Email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            hint="You sign in with it. Changing it signs your other devices out."
          />
        )}
      </form.AppField>
      <Actions>
        <form.AppForm>
          <form.SubmitButton>Save changes</form.SubmitButton>
        </form.AppForm>
      </Actions>
    </Form>
  );
}

/** Sends the change and lets the whole product know the new name at once. */
function useUpdateProfile(): (input: UpdateProfileInput) => Promise<void> {
  const utils = trpc.useUtils();
  const update = trpc.auth.updateProfile.useMutation();
  return async (input) => {
    const account = await update.mutateAsync(input);
    utils.auth.me.setData(undefined, account);
    session.updateUser(toUserInfo(account));
    void utils.auth.devices.invalidate();
  };
}

function failureOf(error: unknown): string {
  return isNetworkError(error) ? "Error updating profile" : errorMessage(error, "Failed to update profile");
}
