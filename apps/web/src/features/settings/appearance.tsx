import { Monitor, Moon, Sun } from "lucide-react";
import { type Theme, useTheme } from "../../lib/theme.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { Hidden } from "../../ui/words.tsx";
import styles from "./settings.module.css";

const choices: readonly { theme: Theme; label: string; icon: IconType }[] = [
  { theme: "system", label: "System", icon: Monitor },
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
];

/** Light, dark, or as the visitor's machine is; kept in this browser. */
export function Appearance() {
  const [current, setTheme] = useTheme();
  return (
    <fieldset className={styles.themes}>
      <legend>
        <Hidden>Appearance</Hidden>
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
