import { Page, PageHead, Section } from "../../ui/page.tsx";
import { Appearance } from "./appearance.tsx";
import { Devices } from "./devices.tsx";
import { Notifications } from "./notifications.tsx";

/** How the product looks here, where the account is signed in, and what it tells by itself. */
export function Settings() {
  return (
    <Page narrow>
      <PageHead title="Settings" />
      <Section title="Appearance" ruled>
        <Appearance />
      </Section>
      <Section title="Signed-in devices" ruled>
        <Devices />
      </Section>
      <Section title="Notifications" ruled>
        <Notifications />
      </Section>
    </Page>
  );
}
