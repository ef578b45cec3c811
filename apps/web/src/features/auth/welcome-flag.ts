import { sharedStore } from "../../lib/browser-store.ts";

const keyOf = (userId: string) => `welcome:${userId}`;

/** Flag for each account in this browser: set at sign-up, cleared for good when the welcome is closed. */
export const welcomeFlag = {
  raise: (userId: string): void => sharedStore.setItem(keyOf(userId), "due"),
  lower: (userId: string): void => sharedStore.setItem(keyOf(userId), "closed"),
  isDue: (userId: string): boolean => sharedStore.getItem(keyOf(userId)) === "due",
};
