import type { ItemStore } from "./browser-store.ts";
import { parseUserInfo, type UserInfo } from "./user-info.ts";

/** Documented keys, which other programs of this origin read. */
const keys = { authToken: "authToken", adminToken: "adminToken", userInfo: "userInfo", adminId: "adminId", end: "sessionEnd" } as const;

/** Stored while nobody is signed in because the server refused the token. */
const refused = "refused";

export interface Session {
  authToken: string | null;
  adminToken: string | null;
  /** The administrator of `adminToken`. */
  adminId: string | null;
  user: UserInfo | null;
  /** True if the server refused the last token, here or in another window, as opposed to a logout. */
  wasRefused: boolean;
  /** True if the user logged out in another window. */
  wasLeftElsewhere: boolean;
  /** True if the user signed in in another window while nobody was signed in in this one. */
  wasEnteredElsewhere: boolean;
}

/** Session in the given storage. Returns the same object until it changes. */
export function createSessionStore(storage: ItemStore) {
  const listeners = new Set<() => void>();
  let wasLeftElsewhere = false;
  let wasEnteredElsewhere = false;
  let current = read();

  function read(): Session {
    return {
      authToken: readItem(keys.authToken),
      adminToken: readItem(keys.adminToken),
      adminId: readItem(keys.adminId),
      user: parseUserInfo(readItem(keys.userInfo)),
      wasRefused: readItem(keys.end) === refused,
      wasLeftElsewhere,
      wasEnteredElsewhere,
    };
  }

  function readItem(key: string): string | null {
    try {
      return storage.getItem(key) || null;
    } catch {
      return null;
    }
  }

  /** Rereads the storage after a change from another window, and notifies listeners. */
  function refresh(): void {
    const { authToken, adminToken } = current;
    current = read();
    const isSignedOut = (authToken !== null && current.authToken === null) || (adminToken !== null && current.adminToken === null);
    const isSignedIn = (authToken === null && current.authToken !== null) || (adminToken === null && current.adminToken !== null);
    wasEnteredElsewhere = isSignedIn || (wasEnteredElsewhere && !isSignedOut);
    wasLeftElsewhere = !current.wasRefused && (isSignedOut || (wasLeftElsewhere && current.authToken === null));
    notify();
  }

  function notify(): void {
    current = read();
    for (const listener of listeners) listener();
  }

  function write(entries: [string, string | null][], isRefusal = false): void {
    wasLeftElsewhere = false;
    wasEnteredElsewhere = false;
    // Before the tokens, so that another window knows the reason when it sees that they are gone.
    for (const [key, value] of [[keys.end, isRefusal ? refused : null], ...entries] as const) {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    }
    notify();
  }

  return {
    get: () => current,
    refresh,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Stores the session after a sign-in or sign-up. */
    signIn(authToken: string, user: UserInfo): void {
      write([
        [keys.authToken, authToken],
        [keys.userInfo, JSON.stringify(user)],
      ]);
    },
    /** Stores the token of the separate admin sign-in. */
    signInAdmin(adminToken: string, adminId: string): void {
      const entries: [string, string][] = [
        [keys.adminToken, adminToken],
        [keys.adminId, adminId],
      ];
      write(entries);
    },
    signOutAdmin(isRefused = false): void {
      const cleared: [string, null][] = [
        [keys.adminToken, null],
        [keys.adminId, null],
      ];
      write(cleared, isRefused);
    },
    updateUser(user: UserInfo): void {
      write([[keys.userInfo, JSON.stringify(user)]]);
    },
    /** Clears the token and the user. `isRefused`: the server rejected the token. */
    signOut(isRefused = false): void {
      const cleared: [string, null][] = [
        [keys.authToken, null],
        [keys.userInfo, null],
      ];
      write(cleared, isRefused);
    },
  };
}
