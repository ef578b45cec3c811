import { Monitor, Moon, Sun } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { sharedStore } from "../../lib/browser-store.ts";
import { isSearchKeyOn, setSearchKey } from "../../lib/search-key.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { Checkbox } from "../../ui/inputs.tsx";
import { Stack } from "../../ui/stack.tsx";
import { VisuallyHidden } from "../../ui/typography.tsx";
import styles from "./settings.module.css";

type Theme = "system" | "light" | "dark";

/** Local storage key, which `public/theme.js` reads before the first paint. */
const key = "theme";
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Applies a theme to the page and stores it. `system` follows the device's setting. */
function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (theme === "system") sharedStore.removeItem(key);
  else sharedStore.setItem(key, theme);
  for (const listener of listeners) listener();
}

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

/** Settings of this browser: the theme, and whether `/` focuses a list's search. */
export function Appearance() {
  return (
    <Stack>
      <Themes />
      <SearchKey />
    </Stack>
  );
}

function Themes() {
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

function SearchKey() {
  const [isOn, setOn] = useState(isSearchKeyOn);
  return (
    <Checkbox
      label="In lists, the / key goes to the search"
      checked={isOn}
      onChange={({ target }) => {
        setSearchKey(target.checked);
        setOn(target.checked);
      }}
    />
  );
}
