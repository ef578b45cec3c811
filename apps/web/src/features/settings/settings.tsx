import { Page, PageHead, Section } from "../../ui/page.tsx";
import { SecondFactorCard } from "../auth/second-factor/second-factor-card.tsx";
import { Appearance } from "./appearance.tsx";
import { Devices } from "./devices.tsx";
import { Notifications } from "./notifications.tsx";

/** How the product looks here, what it tells by itself, what signing in asks for, and where the account is signed in. */
export function Settings() {
  return (
    <Page narrow>
      <PageHead title="Settings" />
      <Section title="Appearance" ruled>
        <Appearance />
      </Section>
      <Section title="Notifications" ruled>
        <Notifications />
      </Section>
      <Section title="Second factor" ruled>
        <SecondFactorCard area="auth" />
      </Section>
      <Section title="Signed-in devices" ruled>
        <Devices />
      </Section>
    </Page>
  );
}
