import { changePasswordForm } from "@hearth/domain/auth/inputs";
import type { z } from "zod";
import { errorMessage } from "../../../lib/api-error.ts";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { SecondFactorCard } from "../../../features/auth/second-factor/second-factor-card.tsx";
import styles from "./settings.module.css";

/** The admin's own settings. */
export function AdminSettings() {
  return (
    <Page narrow>
      <PageHead title="Settings" />
      <Section title="Change password" ruled>
        <div className={styles.part}>
          <ChangePassword />
        </div>
      </Section>
      <Section title="Second factor" ruled>
        <SecondFactorCard area="admin" />
      </Section>
      <Section title="Audit log" ruled>
        <div className={styles.part}>
          <Text>
            Every sign-in and every change is written down, with who, when, from where, before and after.{" "}
            <TextLink to="/admin/audit-log">Open the audit log</TextLink>
          </Text>
        </div>
      </Section>
    </Page>
  );
}

function ChangePassword() {
  const change = trpc.admin.changePassword.useMutation();
  const form = useAppForm({
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" } satisfies z.input<typeof changePasswordForm>,
    schema: changePasswordForm,
    onSubmit: async ({ currentPassword, newPassword }) => {
      try {
        await change.mutateAsync({ currentPassword, newPassword });
        form.reset();
        toast.success("Password changed successfully");
      } catch (error) {
        return errorMessage(error, "Failed to change password");
      }
    },
  });
  return (
    <AppForm of={form} label="Change password">
      <form.AppField name="currentPassword">
        {(field) => <field.PasswordField label="Current password" autoComplete="current-password" />}
      </form.AppField>
      <form.AppField name="newPassword">
        {(field) => <field.PasswordField label="New password" autoComplete="new-password" hint="At least 8 characters" />}
      </form.AppField>
      <form.AppField name="confirmPassword">
        {(field) => <field.PasswordField label="Confirm new password" autoComplete="new-password" />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Change password</form.SubmitButton>
      </Actions>
      <Text size="note" muted>
        You stay signed in here; every other session of your account ends.
      </Text>
    </AppForm>
  );
}
