import { changePasswordForm, type ChangePasswordInput } from "@hearth/domain/auth/inputs";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";
import { ChangePasswordForm } from "../../../features/profile/password-form.tsx";
import { PasskeysCard } from "../../../features/auth/passkeys/passkeys-card.tsx";
import { SecondFactorCard } from "../../../features/auth/second-factor/second-factor-card.tsx";
import { Appearance } from "../../../features/settings/appearance.tsx";
import { MailPreferences } from "../../../features/notifications/mail-preferences.tsx";
import styles from "./settings.module.css";

export function AdminSettings() {
  return (
    <Page narrow>
      <PageHead title="Settings" />
      <Section title="Appearance" ruled>
        <Appearance />
      </Section>
      <Section title="Change password" ruled>
        <div className={styles.part}>
          <ChangePassword />
        </div>
      </Section>
      <Section title="Passkeys" ruled>
        <PasskeysCard area="admin" />
      </Section>
      <Section title="Two-step sign-in" ruled>
        <SecondFactorCard area="admin" />
      </Section>
      <Section title="Emails" ruled>
        <div className={styles.part}>
          <MailPreferences area="admin" />
          <Text>
            Every email that Hearth sends, and whether it arrived. <TextLink to="/admin/mails">Open the list of emails</TextLink>
          </Text>
        </div>
      </Section>
      <Section title="Alarms" ruled>
        <div className={styles.part}>
          <Text>
            What needs an operator, what to do about it, and who is doing it.{" "}
            <TextLink to="/admin/alarms">Open the list of alarms</TextLink>
          </Text>
          <Text>
            What a background job could not process and tries again. <TextLink to="/admin/set-aside">Open what is set aside</TextLink>
          </Text>
        </div>
      </Section>
      <Section title="Audit log" ruled>
        <div className={styles.part}>
          <Text>
            Every sign-in and every change is logged: who, when, from where, before and after.{" "}
            <TextLink to="/admin/audit-log">Open the audit log</TextLink>
          </Text>
        </div>
      </Section>
    </Page>
  );
}

function ChangePassword() {
  const change = trpc.admin.changePassword.useMutation();

  async function send(passwords: ChangePasswordInput) {
    try {
      await change.mutateAsync(passwords);
    } catch (error) {
      return specifiedMessage(error, "Failed to change password");
    }
  }

  return (
    <ChangePasswordForm
      schema={changePasswordForm}
      onChange={send}
      changed="Password changed successfully"
      foot={
        <Text size="note" muted>
          You stay signed in here; every other session of your account ends.
        </Text>
      }
    />
  );
}
