import { expect, it } from "vitest";
import { createBrowserStore } from "./browser-store.ts";

function memory(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    items,
    isFull: false,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (this.isFull) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

it("stores items in the browser's storage", () => {
  const storage = memory({ old: "1" });
  const store = createBrowserStore(() => storage);
  store.setItem("new", "2");
  expect([store.getItem("old"), store.getItem("new"), storage.items.get("new")]).toEqual(["1", "2", "2"]);
  store.removeItem("old");
  expect([store.getItem("old"), storage.items.has("old")]).toEqual([null, false]);
});

it("keeps what a full storage refuses, also over an older value, until it can be stored", () => {
  const storage = memory({ sent: "first" });
  const store = createBrowserStore(() => storage);
  storage.isFull = true;
  store.setItem("sent", "second");
  expect([store.getItem("sent"), storage.items.get("sent")]).toEqual(["second", "first"]);
  storage.isFull = false;
  store.setItem("sent", "third");
  expect([store.getItem("sent"), storage.items.get("sent")]).toEqual(["third", "third"]);
});

it("works without any storage, for this window alone", () => {
  const store = createBrowserStore(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(store.getItem("flag")).toBeNull();
  store.setItem("flag", "due");
  expect(store.getItem("flag")).toBe("due");
  store.removeItem("flag");
  expect(store.getItem("flag")).toBeNull();
});
