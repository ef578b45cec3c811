import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page, PageHead, Section } from "../../ui/page.tsx";
import { PasskeysCard } from "../auth/passkeys/passkeys-card.tsx";
import { SecondFactorCard } from "../auth/second-factor/second-factor-card.tsx";
import { MailPreferences } from "../notifications/mail-preferences.tsx";
import { Appearance } from "./appearance.tsx";
import { OwnData } from "./own-data.tsx";
import { Devices } from "./devices.tsx";
import { TextLink } from "../../kit/links.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";

const PasskeyWallet = lazyPart(async () => (await import("../wallet/passkey/passkey-wallet-card.tsx")).PasskeyWalletSection);

/** Settings page of a payer. */
export function Settings() {
  return (
    <Page narrow>
      <PageHead title="Settings" />
      <AccountSettings dashboard="/dashboard" notifications="/notifications" />
    </Page>
  );
}

interface AccountSettingsProps {
  /** Paths of the area's pages that show notifications. */
  dashboard: string;
  notifications: string;
}

/** Settings of the signed-in account: appearance, notifications, sign-in methods, devices and data. */
export function AccountSettings({ dashboard, notifications }: AccountSettingsProps) {
  return (
    <>
      <Section title="Appearance" ruled>
        <Appearance />
      </Section>
      <Section title="Notifications" ruled>
        <Notifications {...{ dashboard, notifications }} />
        <MailPreferences area="auth" />
      </Section>
      <Section title="Passkeys" ruled>
        <PasskeysCard area="auth" />
      </Section>
      <Suspense fallback={null}>
        <PasskeyWallet canSetUp={dashboard === "/dashboard"} />
      </Suspense>
      <Section title="Two-step sign-in" ruled>
        <SecondFactorCard area="auth" />
      </Section>
      <Section title="Signed-in devices" ruled>
        <Devices />
      </Section>
      <Section title="Your data" ruled>
        <OwnData />
      </Section>
    </>
  );
}

/** Explains which notifications are sent, and where. */
function Notifications({ dashboard, notifications }: AccountSettingsProps) {
  return (
    <DescriptionList>
      <Description label="In Hearth">
        Payments, receipts and disputes appear on your <TextLink to={dashboard}>dashboard</TextLink> and among your{" "}
        <TextLink to={notifications}>notifications</TextLink> as they happen.
      </Description>
      <Description label="Push and text messages">None.</Description>
    </DescriptionList>
  );
}
