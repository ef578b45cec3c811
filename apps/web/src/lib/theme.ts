import { sharedStore } from "./browser-store.ts";

export type Theme = "system" | "light" | "dark";

/** Local storage key, which `public/theme.js` reads before the first paint. */
const key = "theme";
const listeners = new Set<() => void>();

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Applies a theme to the page and stores it. `system` follows the device's setting. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (theme === "system") sharedStore.removeItem(key);
  else sharedStore.setItem(key, theme);
  for (const listener of listeners) listener();
}

/** Calls the listener after each change in this window. Returns the function that ends it. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
