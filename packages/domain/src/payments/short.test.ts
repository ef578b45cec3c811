import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsToUsdcUnits } from "../money.ts";
import { enoughTogether, fitsAsPart, shortMoney, sumOfUnits } from "./short.ts";

describe("what is missing of a payment", () => {
  it.each([
    [90_000, 400_000_000n, { receivedCents: 40_000, missingCents: 50_000 }],
    [90_000, 899_990_000n, { receivedCents: 89_999, missingCents: 1 }],
    // Half a cent is missing, and a cent is the least that can be asked.
    [90_000, 899_995_000n, { receivedCents: 89_999, missingCents: 1 }],
    [90_000, 10_000n, { receivedCents: 1, missingCents: 89_999 }],
    [90_000, 9_999n, null],
    [90_000, 0n, null],
    [90_000, 900_000_000n, null],
    [90_000, 1_000_000_000n, null],
  ])("of %i cents with %i units is %o", (amountCents, units, expected) => {
    expect(shortMoney(amountCents, units)).toEqual(expected);
  });

  it("is enough with what has arrived, and a cent less would not be", () => {
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
  const of = (...cents: number[]) => cents.map((one) => ({ usdcUnits: centsToUsdcUnits(one) }));

  it.each([
    [of(), 0],
    [of(40, 59), 0],
    [of(40, 60), 2],
    [of(40, 61), 2],
    [of(40, 60, 60), 2],
    [of(10, 20, 30, 40), 4],
  ])("are the shortest beginning that reaches the amount (%#)", (inOrder, length) => {
    expect(enoughTogether(inOrder, 100)).toEqual(inOrder.slice(0, length));
  });

  it("reach it, and do not without the last", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const parts = enoughTogether(of(...amounts), 100);
        if (parts.length === 0) expect(sumOfUnits(of(...amounts))).toBeLessThan(centsToUsdcUnits(100));
        else {
          expect(sumOfUnits(parts)).toBeGreaterThanOrEqual(centsToUsdcUnits(100));
          expect(sumOfUnits(parts.slice(0, -1))).toBeLessThan(centsToUsdcUnits(100));
        }
      }),
    );
  });
});

it("takes a further part of at most what is missing, in whole cents, once something has arrived", () => {
  expect(fitsAsPart(10_000, 40_000_000n, 60_000_000n)).toBe(true);
  expect(fitsAsPart(10_000, 40_000_000n, 1_000_000n)).toBe(true);
  expect(fitsAsPart(10_000, 40_000_001n, 60_000_000n)).toBe(true);
  expect(fitsAsPart(10_000, 40_000_000n, 60_000_001n)).toBe(false);
  expect(fitsAsPart(10_000, 0n, 60_000_000n)).toBe(false);
  expect(fitsAsPart(10_000, 100_000_000n, 1n)).toBe(false);
});
