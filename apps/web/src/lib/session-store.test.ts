import { expect, it } from "vitest";
import { createSessionStore } from "./session-store.ts";

const maya = { _id: "usr_1", firstName: "Maya", lastName: "Okafor", email: "maya@example.com", role: "user" as const };

function memory(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

it("keeps the token and the user under the documented keys", () => {
  const storage = memory();
  createSessionStore(storage).signIn("token", maya);
  expect(storage.items.get("authToken")).toBe("token");
  expect(JSON.parse(storage.items.get("userInfo") ?? "")).toEqual(maya);
});

it("takes broken, foreign or incomplete user info for nobody", () => {
  for (const userInfo of ["{not json", "null", '"Maya"', '{"firstName":"Maya"}', JSON.stringify({ ...maya, role: "owner" })]) {
    expect(createSessionStore(memory({ authToken: "token", userInfo })).get().user).toBeNull();
  }
});

it("gives the same object until something changes, and tells whoever listens", () => {
  const store = createSessionStore(memory());
  let told = 0;
  const stop = store.subscribe(() => (told += 1));
  expect(store.get()).toBe(store.get());
  store.signIn("token", maya);
  expect(told).toBe(1);
  stop();
  store.signOut();
  expect(told).toBe(1);
});

it("clears token and user on sign-out, and leaves the admin's own token alone", () => {
  const storage = memory({ adminToken: "admin" });
  const store = createSessionStore(storage);
  store.signIn("token", maya);
  store.signOut();
  expect(store.get()).toEqual({ authToken: null, adminToken: "admin", user: null, wasRefused: false });
  expect([...storage.items.keys()]).toEqual(["adminToken"]);
});

it("tells a token that was refused from one that somebody gave back, until somebody signs in", () => {
  const store = createSessionStore(memory());
  store.signIn("token", maya);
  store.signOut(true);
  expect(store.get()).toMatchObject({ authToken: null, wasRefused: true });
  store.signIn("token", maya);
  expect(store.get().wasRefused).toBe(false);
  store.signOut();
  expect(store.get().wasRefused).toBe(false);
});

it("sees nobody where the storage refuses to be read", () => {
  const storage = {
    ...memory(),
    getItem: () => {
      throw new Error("denied");
    },
  };
  expect(createSessionStore(storage).get()).toEqual({ authToken: null, adminToken: null, user: null, wasRefused: false });
});
