import { changePasswordForm, changePasswordInput } from "@hearth/domain/auth/inputs";
import { useState } from "react";
import type { z } from "zod";
import { errorMessage } from "../../../lib/api-error.ts";
import { useAppForm } from "../../../kit/form/form.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../../kit/form/use-first-error-focus.ts";
import { Actions } from "../../../ui/button.tsx";
import { Form } from "../../../ui/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/words.tsx";
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
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const form = useAppForm({
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" } satisfies z.input<typeof changePasswordForm>,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: changePasswordForm },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value: { currentPassword, newPassword } }) => {
      try {
        await change.mutateAsync(changePasswordInput.parse({ currentPassword, newPassword }));
        form.reset();
        toast.success("Password changed successfully");
      } catch (error) {
        setFailure(errorMessage(error, "Failed to change password"));
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
      {failure && <Note tone="bad" title={failure} announce />}
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
        <form.AppForm>
          <form.SubmitButton>Change password</form.SubmitButton>
        </form.AppForm>
      </Actions>
      <Text size="note" muted>
        You stay signed in here; every other session of your account ends.
      </Text>
    </Form>
  );
}
