import { afterEach, expect, it, vi } from "vitest";

vi.stubGlobal("window", { addEventListener: () => undefined });
const { createDrafts } = await import("./drafts.ts");

afterEach(() => vi.useRealTimers());

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const maya = { who: "usr_1", form: "lease" };
const draft = { values: { reason: "The wrong unit" }, version: "1" };

it("keeps a draft for its user and its form, and drops it", () => {
  const storage = memory();
  const drafts = createDrafts(storage);
  drafts.keep(maya, draft);
  expect(createDrafts(storage).find(maya)).toMatchObject(draft);
  expect(drafts.find({ ...maya, who: "usr_2" })).toBeUndefined();
  expect(drafts.find({ ...maya, form: "property" })).toBeUndefined();
  drafts.drop(maya);
  expect(drafts.find(maya)).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

it("drops all drafts of a user, and no other's", () => {
  const drafts = createDrafts(memory());
  drafts.keep(maya, draft);
  drafts.keep({ ...maya, form: "property" }, draft);
  drafts.keep({ ...maya, who: "usr_2" }, draft);
  drafts.dropOf("usr_1");
  expect(drafts.find(maya)).toBeUndefined();
  expect(drafts.find({ who: "usr_1", form: "property" })).toBeUndefined();
  expect(drafts.find({ ...maya, who: "usr_2" })).toMatchObject(draft);
});

it("keeps a draft for a day", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T09:00:00Z") });
  const drafts = createDrafts(memory());
  drafts.keep(maya, draft);
  vi.setSystemTime(new Date("2026-11-21T08:59:00Z"));
  expect(drafts.find(maya)).toMatchObject(draft);
  vi.setSystemTime(new Date("2026-11-21T09:00:00Z"));
  expect(drafts.find(maya)).toBeUndefined();
});

it("drops the oldest of more than fifty drafts", () => {
  const drafts = createDrafts(memory());
  for (let number = 1; number <= 51; number += 1) drafts.keep({ who: "usr_1", form: `form ${number}` }, draft);
  expect(drafts.find({ who: "usr_1", form: "form 1" })).toBeUndefined();
  expect(drafts.find({ who: "usr_1", form: "form 2" })).toMatchObject(draft);
});

it("ignores stored text that holds no drafts", () => {
  for (const stored of ["{", "null", "{}", '[null, 1, {"who":"usr_1"}]']) {
    const storage = memory();
    storage.setItem("drafts", stored);
    expect(createDrafts(storage).find(maya)).toBeUndefined();
  }
});
