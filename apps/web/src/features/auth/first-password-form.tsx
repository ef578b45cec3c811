import { firstPasswordForm, type LoginInput } from "@hearth/domain/auth/inputs";
import { limits } from "@hearth/domain/limits";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Heading, Text } from "../../ui/typography.tsx";
import { trpcClient } from "../../lib/trpc.ts";
import type { FormOutcome } from "./outcome.ts";
import { refusalOf } from "./refusal.ts";

interface ReplaceFirstPasswordProps {
  credentials: LoginInput;
  /** Signs in with the new password. */
  onReplaced: (newCredentials: LoginInput) => Promise<FormOutcome>;
}

/** Replaces a password that somebody else chose, then signs in with the new one. */
export function ReplaceFirstPassword({ credentials: { email, password }, onReplaced }: ReplaceFirstPasswordProps) {
  const replace = async (newPassword: string): Promise<FormOutcome> => {
    try {
      await trpcClient.auth.replaceFirstPassword.mutate({ email, password, newPassword });
    } catch (error) {
      return refusalOf(error, "The password was not changed");
    }
    return onReplaced({ email, password: newPassword });
  };
  return <FirstPasswordForm onPassword={replace} />;
}

/** Asks for a new password to replace the initial one, which only allows this step. */
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
        <Text muted>The password you were given stops working.</Text>
      </div>
      <AppForm form={form} label="Choose your password">
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
