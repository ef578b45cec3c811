import { expect, it } from "vitest";
import { createSentTransfers, parseSentTransfer } from "./sent-transfers.ts";

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const now = new Date("2026-11-20T09:02:51.000Z");

it("shares a sent transfer with every tab until the server has seen it", () => {
  const storage = memory();
  createSentTransfers(storage).remember("pay_1", "0xabc", now);
  const otherTab = createSentTransfers(storage);
  expect(parseSentTransfer(otherTab.read("pay_1"))).toEqual({ txHash: "0xabc", sentAt: now.getTime() });
  expect(parseSentTransfer(otherTab.read("pay_2"))).toBeNull();
  otherTab.forget("pay_1");
  expect(parseSentTransfer(otherTab.read("pay_1"))).toBeNull();
});

it("notifies listeners once for each change, but not when there was nothing to forget", () => {
  const transfers = createSentTransfers(memory());
  let notified = 0;
  transfers.subscribe(() => (notified += 1));
  transfers.remember("pay_1", "0xabc", now);
  transfers.forget("pay_1");
  transfers.forget("pay_1");
  expect(notified).toBe(2);
});

it("ignores stored text in any other format", () => {
  for (const text of ["{not json", "null", '{"txHash":"abc","sentAt":1}', '{"txHash":"0xabc"}']) expect(parseSentTransfer(text)).toBeNull();
});
