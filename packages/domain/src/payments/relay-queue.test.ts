import { describe, expect, it } from "vitest";
import { canBeMinedInTime, batchLimitAfterFailure, queuePlace } from "./relay-queue.ts";

describe("the place of an authorization in the relayer's queue", () => {
  it("is null if the next transaction carries it", () => {
    expect(queuePlace([], 200)).toBeNull();
    expect(queuePlace([{ most: 200, count: 199 }], 200)).toBeNull();
  });

  it("counts the transactions that those before it need, with the same and with other batch limits", () => {
    expect(queuePlace([{ most: 200, count: 200 }], 200)).toEqual({ number: 201, seconds: 4 });
    expect(queuePlace([{ most: 200, count: 999 }], 200)).toEqual({ number: 1_000, seconds: 16 });
    expect(queuePlace([{ most: 8, count: 1 }], 200)).toEqual({ number: 2, seconds: 4 });
    const ahead = [
      { most: 200, count: 250 },
      { most: 8, count: 17 },
    ];
    expect(queuePlace(ahead, 8)).toEqual({ number: 268, seconds: 16 });
  });

  it("adds the time that the current transaction has been in flight", () => {
    expect(queuePlace([{ most: 200, count: 200 }], 200, 30)).toEqual({ number: 201, seconds: 34 });
  });

  it("is refused if the signature expires first", () => {
    expect(canBeMinedInTime(null, 0, 120)).toBe(true);
    expect(canBeMinedInTime({ number: 4_801, seconds: 96 }, 0, 120)).toBe(true);
    expect(canBeMinedInTime({ number: 5_001, seconds: 100 }, 0, 120)).toBe(false);
    expect(canBeMinedInTime(null, 100, 120)).toBe(false);
  });
});

describe("the batch limit after a failure", () => {
  it("shrinks until each authorization is alone", () => {
    expect([200, 25, 8, 3, 1].map(batchLimitAfterFailure)).toEqual([25, 3, 1, 1, 1]);
  });
});
