import { firstPasswordForm } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Heading, Text } from "../../ui/typography.tsx";
import type { FormOutcome } from "./outcome.ts";

/** A password of one's own, in place of the one that opens nothing. */
export function FirstPasswordForm({ onPassword }: { onPassword: (newPassword: string) => Promise<FormOutcome> }) {
  const form = useAppForm({
    schema: firstPasswordForm,
    defaultValues: { newPassword: "", confirmPassword: "" },
    onSubmit: async ({ newPassword }) => {
      const outcome = await onPassword(newPassword);
      return outcome.ok ? undefined : outcome.message;
    },
  });
  return (
    <Stack wide>
      <div>
        <Heading>Choose your password</Heading>
        <Text muted>The one that you were given is used up by this, and opens nothing.</Text>
      </div>
      <AppForm of={form} label="Choose your password">
        <form.AppField name="newPassword">
          {(field) => (
            <field.PasswordField
              label="New password"
              autoComplete="new-password"
              hint={`At least ${limits.passwordMinLength} characters`}
            />
          )}
        </form.AppField>
        <form.AppField name="confirmPassword">
          {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" />}
        </form.AppField>
        <form.SubmitButton size="large" wide>
          Choose it and sign in
        </form.SubmitButton>
      </AppForm>
    </Stack>
  );
}
