type FlagStorage = Pick<Storage, "getItem" | "setItem">;

/** Flag for each account in the given storage: set at sign-up, cleared for good when the welcome is closed. */
export function createWelcomeFlag(storage: () => FlagStorage) {
  const keyOf = (userId: string) => `welcome:${userId}`;

  function write(userId: string, value: "due" | "closed"): void {
    try {
      storage().setItem(keyOf(userId), value);
    } catch {
      // Without storage there is no welcome, which is harmless.
    }
  }

  return {
    raise: (userId: string) => write(userId, "due"),
    lower: (userId: string) => write(userId, "closed"),
    isDue(userId: string): boolean {
      try {
        return storage().getItem(keyOf(userId)) === "due";
      } catch {
        return false;
      }
    },
  };
}

export const welcomeFlag = createWelcomeFlag(() => window.localStorage);
