import { parseUserInfo, type UserInfo } from "./user-info.ts";

/** The keys are documented: other programs of the same origin read them. */
const keys = { authToken: "authToken", adminToken: "adminToken", userInfo: "userInfo" } as const;

export interface Session {
  authToken: string | null;
  adminToken: string | null;
  user: UserInfo | null;
  /** Whether the server took the last token no longer, so that nobody here has signed out. */
  wasRefused: boolean;
}

export type SessionStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps who is signed in, in the given storage. The same object comes back until something changes. */
export function createSessionStore(storage: SessionStorage) {
  const listeners = new Set<() => void>();
  let wasRefused = false;
  let current = read();

  function read(): Session {
    return {
      authToken: readItem(keys.authToken),
      adminToken: readItem(keys.adminToken),
      user: parseUserInfo(readItem(keys.userInfo)),
      wasRefused,
    };
  }

  function readItem(key: string): string | null {
    try {
      return storage.getItem(key) || null;
    } catch {
      return null;
    }
  }

  /** Reads the storage again and tells whoever listens; also for changes made in another window. */
  function refresh(): void {
    current = read();
    for (const listener of listeners) listener();
  }

  function write(entries: [string, string | null][], isRefusal = false): void {
    wasRefused = isRefusal;
    for (const [key, value] of entries) {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    }
    refresh();
  }

  return {
    get: () => current,
    refresh,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** After sign-in or sign-up. */
    signIn(authToken: string, user: UserInfo): void {
      write([
        [keys.authToken, authToken],
        [keys.userInfo, JSON.stringify(user)],
      ]);
    },
    /** After the admin sign-in, which is its own. */
    signInAdmin(adminToken: string): void {
      write([[keys.adminToken, adminToken]]);
    },
    signOutAdmin(isRefused = false): void {
      write([[keys.adminToken, null]], isRefused);
    },
    /** After the server has told more about the user. */
    updateUser(user: UserInfo): void {
      write([[keys.userInfo, JSON.stringify(user)]]);
    },
    /** Clears the token and the stored user info; `isRefused` where the server does not take the token any more. */
    signOut(isRefused = false): void {
      const cleared: [string, null][] = [
        [keys.authToken, null],
        [keys.userInfo, null],
      ];
      write(cleared, isRefused);
    },
  };
}
