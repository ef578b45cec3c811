import { Monitor, Moon, Sun } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { isSearchKeyOn, setSearchKey } from "../../lib/search-key.ts";
import { readTheme, setTheme, subscribeToTheme, type Theme } from "../../lib/theme.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { Checkbox } from "../../ui/inputs.tsx";
import { Stack } from "../../ui/stack.tsx";
import { VisuallyHidden } from "../../ui/typography.tsx";
import styles from "./settings.module.css";

function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribeToTheme, readTheme), setTheme];
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
      label="In lists, the / key goes to the search, and j to the rows"
      checked={isOn}
      onChange={({ target }) => {
        setSearchKey(target.checked);
        setOn(target.checked);
      }}
    />
  );
}
