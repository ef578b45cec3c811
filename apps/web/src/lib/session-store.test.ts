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

it("stores the token and the user under the documented keys", () => {
  const storage = memory();
  createSessionStore(storage).signIn("token", maya);
  expect(storage.items.get("authToken")).toBe("token");
  expect(JSON.parse(storage.items.get("userInfo") ?? "")).toEqual(maya);
});

it("treats invalid or incomplete user info as no user", () => {
  for (const userInfo of ["{not json", "null", '"Maya"', '{"firstName":"Maya"}', JSON.stringify({ ...maya, role: "owner" })]) {
    expect(createSessionStore(memory({ authToken: "token", userInfo })).get().user).toBeNull();
  }
});

it("returns the same object until a change, and notifies listeners", () => {
  const store = createSessionStore(memory());
  let notified = 0;
  const stop = store.subscribe(() => (notified += 1));
  expect(store.get()).toBe(store.get());
  store.signIn("token", maya);
  expect(notified).toBe(1);
  stop();
  store.signOut();
  expect(notified).toBe(1);
});

it("clears the token and the user on sign-out, and keeps the admin token", () => {
  const storage = memory({ adminToken: "admin" });
  const store = createSessionStore(storage);
  store.signIn("token", maya);
  store.signOut();
  expect(store.get()).toEqual({
    authToken: null,
    adminToken: "admin",
    adminId: null,
    user: null,
    wasRefused: false,
    wasLeftElsewhere: false,
    wasEnteredElsewhere: false,
  });
  expect([...storage.items.keys()]).toEqual(["adminToken"]);
});

it("distinguishes a refused token from a logout until the next sign-in", () => {
  const store = createSessionStore(memory());
  store.signIn("token", maya);
  store.signOut(true);
  expect(store.get()).toMatchObject({ authToken: null, wasRefused: true });
  store.signIn("token", maya);
  expect(store.get().wasRefused).toBe(false);
  store.signOut();
  expect(store.get().wasRefused).toBe(false);
});

it("tells another window why the session ended", () => {
  const storage = memory();
  const here = createSessionStore(storage);
  const elsewhere = createSessionStore(storage);
  here.signIn("token", maya);
  elsewhere.refresh();
  here.signOut(true);
  elsewhere.refresh();
  expect(elsewhere.get()).toMatchObject({ authToken: null, wasRefused: true, wasLeftElsewhere: false });
  here.signIn("token", maya);
  elsewhere.refresh();
  expect(elsewhere.get()).toMatchObject({ authToken: "token", wasRefused: false, wasLeftElsewhere: false });
  here.signOut();
  elsewhere.refresh();
  expect(elsewhere.get()).toMatchObject({ authToken: null, wasRefused: false, wasLeftElsewhere: true });
  expect(here.get().wasLeftElsewhere).toBe(false);
  elsewhere.signIn("token", maya);
  expect(elsewhere.get().wasLeftElsewhere).toBe(false);
});

it("tells a window without a session that the user signed in in another one, until this one changes it or it ends", () => {
  const storage = memory();
  const here = createSessionStore(storage);
  const elsewhere = createSessionStore(storage);
  here.signIn("token", maya);
  expect(here.get().wasEnteredElsewhere).toBe(false);
  elsewhere.refresh();
  expect(elsewhere.get().wasEnteredElsewhere).toBe(true);
  here.updateUser({ ...maya, firstName: "Mae" });
  elsewhere.refresh();
  expect(elsewhere.get().wasEnteredElsewhere).toBe(true);
  here.signOut();
  elsewhere.refresh();
  expect(elsewhere.get().wasEnteredElsewhere).toBe(false);
  here.signIn("token", maya);
  elsewhere.refresh();
  elsewhere.signIn("other", maya);
  expect(elsewhere.get().wasEnteredElsewhere).toBe(false);
});

it("has no user if storage cannot be read", () => {
  const storage = {
    ...memory(),
    getItem: () => {
      throw new Error("denied");
    },
  };
  expect(createSessionStore(storage).get()).toEqual({
    authToken: null,
    adminToken: null,
    adminId: null,
    user: null,
    wasRefused: false,
    wasLeftElsewhere: false,
    wasEnteredElsewhere: false,
  });
});
