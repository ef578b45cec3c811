import { expect, it } from "vitest";
import { createUnansweredWrites } from "./unanswered-writes.ts";

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const charge = ["usr_1", "rent.addCharge", { leaseId: "lse_1", amount: 50 }] as const;

it("gives a write without an answer the same key again, and says that it is a repeat", async () => {
  const writes = createUnansweredWrites(memory());
  const first = await writes.begin(...charge);
  first.lose();
  const second = await writes.begin(...charge);
  expect([second.key, first.isRepeat, second.isRepeat]).toEqual([first.key, false, true]);
});

it("gives other content, another call and another account keys of their own", async () => {
  const writes = createUnansweredWrites(memory());
  const [who, path, input] = charge;
  const keys = await Promise.all([
    writes.begin(...charge),
    writes.begin(who, path, { ...input, amount: 51 }),
    writes.begin(who, "rent.addCredit", input),
    writes.begin("usr_2", path, input),
  ]);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
});

it("gives a write that was answered a new key, so that the same can be done twice on purpose", async () => {
  const writes = createUnansweredWrites(memory());
  const first = await writes.begin(...charge);
  first.settle();
  const second = await writes.begin(...charge);
  expect(second.isRepeat).toBe(false);
  expect(second.key).not.toBe(first.key);
});

it("treats two presses at once as one write", async () => {
  const writes = createUnansweredWrites(memory());
  const [first, second] = [await writes.begin(...charge), await writes.begin(...charge)];
  expect(second.key).toBe(first.key);
  expect(second.isRepeat).toBe(false);
});

it("keeps the key over a reload for less than a day, and stores no content", async () => {
  const storage = memory();
  let now = Date.parse("2026-11-27T12:00:00Z");
  const { key } = await createUnansweredWrites(storage, () => now).begin(...charge);
  expect([...storage.items.values()].join("")).not.toContain("lse_1");
  const reloaded = await createUnansweredWrites(storage, () => now).begin(...charge);
  expect([reloaded.key, reloaded.isRepeat]).toEqual([key, true]);
  now += 24 * 3_600_000;
  expect((await createUnansweredWrites(storage, () => now).begin(...charge)).key).not.toBe(key);
});

it("stores nothing of a write with a password or a code", async () => {
  const storage = memory();
  await createUnansweredWrites(storage).begin("", "auth.changePassword", { currentPassword: "old", newPassword: "new" });
  await createUnansweredWrites(storage).begin("", "auth.stepUp", { code: "123456" });
  expect(storage.items.size).toBe(0);
});

it("starts anew where the storage holds something else", async () => {
  const storage = memory();
  storage.setItem("unansweredWrites", "{not json");
  expect((await createUnansweredWrites(storage).begin(...charge)).isRepeat).toBe(false);
});
