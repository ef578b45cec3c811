import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsToUsdcUnits } from "../money.ts";
import { shortestPayingPrefix, outcomeOfAttaching, shortMoney, sumOfUnits, verdictFor } from "./short.ts";

describe("the missing money of a payment", () => {
  it.each([
    [90_000, 400_000_000n, { receivedCents: 40_000, missingCents: 50_000 }],
    [90_000, 899_990_000n, { receivedCents: 89_999, missingCents: 1 }],
    // Half a cent is missing, and one cent is the least that can be paid.
    [90_000, 899_995_000n, { receivedCents: 89_999, missingCents: 1 }],
    [90_000, 10_000n, { receivedCents: 1, missingCents: 89_999 }],
    [90_000, 9_999n, null],
    [90_000, 0n, null],
    [90_000, 900_000_000n, null],
    [90_000, 1_000_000_000n, null],
  ])("of %i cents with %i units is %o", (amountCents, units, expected) => {
    expect(shortMoney(amountCents, units)).toEqual(expected);
  });

  it("completes the payment with the received money, and a cent less would not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), fc.bigInt({ min: 0n, max: 10_000_000_000n }), (amountCents, units) => {
        const short = shortMoney(amountCents, units);
        if (short === null) return;
        const due = centsToUsdcUnits(amountCents);
        expect(units + centsToUsdcUnits(short.missingCents)).toBeGreaterThanOrEqual(due);
        expect(units + centsToUsdcUnits(short.missingCents - 1)).toBeLessThan(due);
        expect(short.receivedCents + short.missingCents).toBe(amountCents);
      }),
    );
  });
});

describe("the transfers that are enough together", () => {
  const transfersOf = (...cents: number[]) => cents.map((one) => ({ usdcUnits: centsToUsdcUnits(one) }));

  it.each([
    [transfersOf(), 0],
    [transfersOf(40, 59), 0],
    [transfersOf(40, 60), 2],
    [transfersOf(40, 61), 2],
    [transfersOf(40, 60, 60), 2],
    [transfersOf(10, 20, 30, 40), 4],
  ])("are the shortest prefix that reaches the amount (%#)", (inOrder, length) => {
    expect(shortestPayingPrefix(inOrder, 100)).toEqual(inOrder.slice(0, length));
  });

  it("reach it, and do not without the last one", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const parts = shortestPayingPrefix(transfersOf(...amounts), 100);
        if (parts.length === 0) expect(sumOfUnits(transfersOf(...amounts))).toBeLessThan(centsToUsdcUnits(100));
        else {
          expect(sumOfUnits(parts)).toBeGreaterThanOrEqual(centsToUsdcUnits(100));
          expect(sumOfUnits(parts.slice(0, -1))).toBeLessThan(centsToUsdcUnits(100));
        }
      }),
    );
  });
});

describe("attaching money to a payment of $100.00", () => {
  it.each([
    ["exactly its amount", 0n, 100_000_000n, { kind: "exact", byCents: 0 }],
    ["a first transfer of too little", 0n, 99_000_000n, { kind: "short", byCents: 100 }],
    ["a first transfer that lacks half a cent", 0n, 99_995_000n, { kind: "short", byCents: 1 }],
    ["a first transfer of too much", 0n, 104_500_000n, { kind: "over", byCents: 450 }],
    ["less than a cent too much", 0n, 100_000_001n, { kind: "over", byCents: 0 }],
    ["a part that leaves some missing", 40_000_000n, 59_000_000n, { kind: "short", byCents: 100 }],
    ["the rest", 40_000_000n, 60_000_000n, { kind: "exact", byCents: 0 }],
    ["more than the rest", 40_000_000n, 61_000_000n, { kind: "over", byCents: 100 }],
    ["all of it beside a part", 40_000_000n, 100_000_000n, { kind: "exact", byCents: 0 }],
    ["more than all of it beside a part", 40_000_000n, 101_000_000n, { kind: "over", byCents: 100 }],
  ])("with %s reports the outcome", (_, arrived, units, expected) => {
    expect(outcomeOfAttaching(10_000, arrived, units)).toEqual(expected);
  });

  it.each([
    [99_999_999n, false, "short"],
    [99_999_999n, true, "short"],
    [100_000_000n, false, "matched"],
    [100_000_001n, false, "matched"],
    [100_000_000n, true, "duplicate"],
  ] as const)("%i units are, paid otherwise %s, %s", (units, isPaid, verdict) => {
    expect(verdictFor(10_000, units, isPaid)).toBe(verdict);
  });
});
