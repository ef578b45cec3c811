import { Monitor, Moon, Sun } from "lucide-react";
import { Page, PageHead, Section } from "../../ui/page.tsx";
import { PasskeysCard } from "../auth/passkeys/passkeys-card.tsx";
import { SecondFactorCard } from "../auth/second-factor/second-factor-card.tsx";
import { MailPreferences } from "../notifications/mail-preferences.tsx";
import { OwnData } from "./own-data.tsx";
import { Devices } from "./devices.tsx";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/typography.tsx";
import { TextLink } from "../../kit/links.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import styles from "./settings.module.css";
import { useSyncExternalStore } from "react";

type Theme = "system" | "light" | "dark";

/** `public/theme.js` reads the same key before the first paint. */
const key = "theme";
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Applies a theme to the page and keeps it for the next visit; `system` follows the visitor's machine. */
function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** The chosen theme, and how to choose another. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
  return [theme, setTheme];
}

const choices: readonly { theme: Theme; label: string; icon: IconType }[] = [
  { theme: "system", label: "System", icon: Monitor },
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
];

/** Light, dark, or as the visitor's machine is; kept in this browser. */
function Appearance() {
  const [current, setTheme] = useTheme();
  return (
    <fieldset className={styles.themes}>
      <legend>
        <VisuallyHidden>Appearance</VisuallyHidden>
      </legend>
      {choices.map(({ theme, label, icon }) => (
        <label key={theme} className={styles.theme}>
          <input type="radio" name="theme" value={theme} checked={theme === current} onChange={() => setTheme(theme)} />
          <Icon icon={icon} size={20} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

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
        <MailPreferences area="auth" />
      </Section>
      <Section title="Passkeys" ruled>
        <PasskeysCard area="auth" />
      </Section>
      <Section title="Second factor" ruled>
        <SecondFactorCard area="auth" />
      </Section>
      <Section title="Signed-in devices" ruled>
        <Devices />
      </Section>
      <Section title="Your data" ruled>
        <OwnData />
      </Section>
    </Page>
  );
}

/** What the product tells by itself, and where. */
function Notifications() {
  return (
    <DescriptionList>
      <Description label="In Hearth">
        Payments, receipts and disputes appear on your <TextLink to="/dashboard">dashboard</TextLink> and among your{" "}
        <TextLink to="/notifications">notifications</TextLink> as they happen.
      </Description>
      <Description label="Push and text messages">None.</Description>
    </DescriptionList>
  );
}
