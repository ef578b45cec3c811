type FlagStorage = Pick<Storage, "getItem" | "setItem">;

/** Raised at sign-up and lowered for good when the welcome has been closed, per account, in the given storage. */
export function createWelcomeFlag(storage: () => FlagStorage) {
  const keyOf = (userId: string) => `welcome:${userId}`;

  function write(userId: string, value: "due" | "closed"): void {
    try {
      storage().setItem(keyOf(userId), value);
    } catch {
      // Without storage there is no welcome, which harms nobody.
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

/** The flag in this browser. */
export const welcomeFlag = createWelcomeFlag(() => window.localStorage);
