import { useSyncExternalStore } from "react";
import { createSessionStore, type Session, type SessionStorage } from "./session-store.ts";

/** The browser's storage; where it is refused, the session lasts as long as the page. */
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

/** The session of this browser. */
export const session = createSessionStore(browserStorage());
window.addEventListener("storage", session.refresh);

/** Who is signed in, followed live, also across windows. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get);
}
