import { describe, expect, it } from "vitest";
import { type KeptPayee, openPayeeMemory, type PayeeStorage } from "./payee-memory.ts";

const hash = (digit: number) => `0x${String(digit).repeat(64)}`;
const business = `mer_${"1".repeat(26)}`;
const payee: KeptPayee = {
  business,
  name: "Maple Grove Apartments",
  words: "amber-river-stone-lamp-oak",
  hash: hash(2),
  sequence: 2,
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  firstSeen: { [hash(1)]: 1_000, [hash(2)]: 2_000 },
};

/** A browser's storage that can be full. */
function fakeStorage(items = new Map<string, string>()) {
  const storage: PayeeStorage & { isFull: boolean } = {
    isFull: false,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (storage.isFull) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
  return { items, storage, memory: openPayeeMemory(() => storage, 8453) };
}

describe("the businesses that were paid from this device", () => {
  it("are kept one by one, and apart for each chain", () => {
    const { memory, storage } = fakeStorage();
    const other = { ...payee, business: `mer_${"2".repeat(26)}`, name: "Juniper Court" };
    memory.keep(payee);
    memory.keep(other);
    expect([memory.read(business), memory.read(other.business), memory.all()]).toEqual([payee, other, [payee, other]]);
    expect([memory.canRemember(), storage.length]).toEqual([true, 2]);
    expect(openPayeeMemory(() => storage, 84_532).all()).toEqual([]);
  });

  it("keep the newer card and the earlier sighting, whichever of two tabs is later", () => {
    const next: KeptPayee = { ...payee, hash: hash(3), sequence: 3, firstSeen: { [hash(2)]: 1_500, [hash(3)]: 3_000 } };
    const firstSeen = { [hash(1)]: 1_000, [hash(2)]: 1_500, [hash(3)]: 3_000 };
    for (const order of [
      [payee, next],
      [next, payee],
    ]) {
      const { memory } = fakeStorage();
      for (const each of order) memory.keep(each);
      expect(memory.read(business)).toEqual({ ...next, firstSeen });
    }
  });

  it("are unknown where storage is blocked, and the payment goes on", () => {
    const memory = openPayeeMemory(() => {
      throw new DOMException("blocked", "SecurityError");
    }, 8453);
    memory.keep(payee);
    expect([memory.canRemember(), memory.read(business), memory.all()]).toEqual([false, null, []]);
  });

  it("stay as they were where storage is full", () => {
    const { memory, storage, items } = fakeStorage();
    memory.keep(payee);
    storage.isFull = true;
    memory.keep({ ...payee, hash: hash(3), sequence: 3 });
    const later = openPayeeMemory(() => storage, 8453);
    expect([later.canRemember(), later.read(business)]).toEqual([false, payee]);
    expect(items.get(`hearth.payee.1.8453.${business}`)).toBe(JSON.stringify(payee));
  });

  it.each([
    ["is no JSON", "{"],
    ["has another shape", JSON.stringify({ ...payee, hash: "0x12" })],
    ["has a field more", JSON.stringify({ ...payee, isTrusted: true })],
    ["is of another business", JSON.stringify({ ...payee, business: `mer_${"2".repeat(26)}` })],
  ])("are unknown where the item %s", (_, text) => {
    const { memory } = fakeStorage(new Map([[`hearth.payee.1.8453.${business}`, text]]));
    expect([memory.read(business), memory.all()]).toEqual([null, []]);
  });

  it("of another version are not read, and not changed", () => {
    const items = new Map([[`hearth.payee.2.8453.${business}`, JSON.stringify(payee)]]);
    const { memory } = fakeStorage(items);
    expect(memory.all()).toEqual([]);
    memory.keep({ ...payee, sequence: 1 });
    expect(items.get(`hearth.payee.2.8453.${business}`)).toBe(JSON.stringify(payee));
  });
});
