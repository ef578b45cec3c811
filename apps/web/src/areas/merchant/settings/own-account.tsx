import { trpc } from "../../../lib/trpc.ts";
import { PasswordForm } from "../../../features/profile/password-form.tsx";
import { ProfileInformation } from "../../../features/profile/profile.tsx";
import { AccountSettings } from "../../../features/settings/settings.tsx";
import { Section } from "../../../ui/page.tsx";
import styles from "./settings.module.css";

/** Name, email and password of the signed-in person. */
export function OwnProfile() {
  const { data: factor } = trpc.auth.secondFactor.useQuery();
  return (
    <div className={styles.narrow}>
      <ProfileInformation />
      <Section title={factor?.hasPassword === false ? "Set a password" : "Change password"}>
        <PasswordForm />
      </Section>
    </div>
  );
}

/** Appearance, sign-in methods, devices and data of the signed-in person. */
export function OwnAccount() {
  return (
    <div className={styles.narrow}>
      <AccountSettings dashboard="/merchant/dashboard" notifications="/merchant/notifications" />
    </div>
  );
}
