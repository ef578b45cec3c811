import { profileFields, type UpdateProfileInput } from "@hearth/domain/auth/inputs";
import type { z } from "zod";
import { specifiedMessage, fieldErrors, isNetworkError } from "../../lib/api-error.ts";
import { AppForm, seenIn, useAppForm, versionOf } from "../../kit/form/form.tsx";
import { session } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { Actions } from "../../ui/button.tsx";
import { FieldRow } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { toUserInfo } from "../auth/actions.ts";
import type { Account } from "../enrollment/require-enrollment.ts";

/** Form for name and email. Shows the server's refusal of an email at its field. */
export function ProfileForm({ account }: { account: Account }) {
  const update = useUpdateProfile();
  const { firstName, lastName, email } = account;
  const shown = { firstName, lastName, email } satisfies z.input<typeof profileFields>;
  const form = useAppForm({
    defaultValues: shown,
    version: versionOf(shown),
    schema: profileFields,
    onSubmit: async (profile, version) => {
      try {
        const { email: kept } = await update({ ...profile, seen: seenIn<typeof shown>(version) });
        // A new email is shown once it is confirmed. An edit here would keep the form at the version that was just replaced.
        if (kept !== profile.email) form.reset({ ...profile, email: kept });
        toast.success("Profile updated successfully");
      } catch (error) {
        const { email: message } = fieldErrors(error);
        return message === undefined ? failureOf(error) : { fields: { email: message } };
      }
    },
  });

  return (
    <AppForm form={form} label="Profile information">
      <FieldRow>
        <form.AppField name="firstName">{(field) => <field.TextField label="First name" autoComplete="given-name" />}</form.AppField>
        <form.AppField name="lastName">{(field) => <field.TextField label="Last name" autoComplete="family-name" />}</form.AppField>
      </FieldRow>
      <form.AppField name="email">
        {(field) => (
          <field.EmailField
            autoComplete="email"
            hint="You sign in with it. A new one takes effect once you confirm it there, and signs your other devices out."
          />
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Save changes</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

/** Saves the profile, and updates the cached account and the session. */
function useUpdateProfile(): (input: UpdateProfileInput) => Promise<Account> {
  const utils = trpc.useUtils();
  const update = trpc.auth.updateProfile.useMutation();
  return async (input) => {
    const account = await update.mutateAsync(input);
    utils.auth.me.setData(undefined, account);
    session.updateUser(toUserInfo(account));
    return account;
  };
}

function failureOf(error: unknown): string {
  return specifiedMessage(error, isNetworkError(error) ? "Error updating profile" : "Failed to update profile");
}
