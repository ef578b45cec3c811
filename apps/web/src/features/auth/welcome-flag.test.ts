import { expect, it } from "vitest";
import { createWelcomeFlag } from "./welcome-flag.ts";

function memory() {
  const items = new Map<string, string>();
  return { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) };
}

it("welcomes a new account until the welcome is closed, and no other account", () => {
  const storage = memory();
  const flag = createWelcomeFlag(() => storage);
  expect(flag.isDue("usr_1")).toBe(false);
  flag.raise("usr_1");
  expect(flag.isDue("usr_1")).toBe(true);
  expect(flag.isDue("usr_2")).toBe(false);
  flag.lower("usr_1");
  expect(flag.isDue("usr_1")).toBe(false);
});

it("skips the welcome if storage is refused", () => {
  const flag = createWelcomeFlag(() => {
    throw new Error("denied");
  });
  flag.raise("usr_1");
  expect(flag.isDue("usr_1")).toBe(false);
});
