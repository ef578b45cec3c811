import { useSyncExternalStore } from "react";
import { createSessionStore, type Session, type SessionStorage } from "./session-store.ts";

/** Local storage. If it is blocked, the session lasts until the page is closed. */
function browserStorage(): SessionStorage {
  try {
    return window.localStorage;
  } catch {
    const items = new Map<string, string>();
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    };
  }
}

export const session = createSessionStore(browserStorage());
window.addEventListener("storage", session.refresh);

/** Returns the session. Updates on changes, also from other windows. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get);
}
