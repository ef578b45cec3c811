import { focusManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** True while the page is visible. Hidden pages close their subscriptions, because a browser limits connections per server. */
export function useVisible(): boolean {
  return useSyncExternalStore(focusManager.subscribe, () => focusManager.isFocused());
}
