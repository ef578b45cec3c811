import { useSyncExternalStore } from "react";
import { sharedStore } from "./browser-store.ts";
import { createSessionStore, type Session } from "./session-store.ts";

export const session = createSessionStore(sharedStore);
window.addEventListener("storage", session.refresh);

/** Returns the session. Updates on changes, also from other windows. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get);
}
