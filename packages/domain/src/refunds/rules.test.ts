import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsToUsdcUnits } from "../money.ts";
import { type DecidedDispute, extraCents, leftToRefundCents, owedCents, settlingPart } from "./rules.ts";
import { refundStatuses } from "./status.ts";

const approved = (chargebackCents: number | null): DecidedDispute => ({ result: "chargedBack", chargebackCents });
const parts = (...units: bigint[]) => units.map((usdcUnits) => ({ usdcUnits }));
const owed = (dispute: DecidedDispute, ...units: bigint[]) => owedCents(dispute, parts(...units), 1_000_000);

describe("what a dispute is owed", () => {
  it("is its chargeback until money is seen", () => {
    expect(owed(approved(6_420))).toBe(6_420);
  });

  it("is nothing for one that is open, was denied, or was approved without money", () => {
    expect(owed({ result: null, chargebackCents: null })).toBe(0);
    expect(owed({ result: "denied", chargebackCents: 6_420 })).toBe(0);
    expect(owed(approved(null))).toBe(0);
    expect(owed(approved(0))).toBe(0);
  });

  it("is the rest after what went back, and a cent for as long as a part of a cent is missing", () => {
    expect(owed(approved(5_000), 30_000_000n)).toBe(2_000);
    expect(owed(approved(5_000), 30_000_000n, 19_999_999n)).toBe(1);
    expect(owed(approved(5_000), 30_000_000n, 20_000_000n)).toBe(0);
    expect(owed(approved(5_000), 60_000_000n)).toBe(0);
  });

  it("is never more than can still go back of the payment", () => {
    expect(owedCents(approved(5_000), [], 1_200)).toBe(1_200);
    expect(owedCents(approved(5_000), parts(40_000_000n), 1_200)).toBe(1_000);
    expect(owedCents(approved(5_000), [], 0)).toBe(0);
  });

  it("is settled by the part with which all of them add up to it", () => {
    const [first, second, third] = parts(30_000_000n, 20_000_000n, 1_000_000n);
    const sent = [first, second, third].filter((part) => part !== undefined);
    expect(settlingPart(approved(5_000), sent)).toBe(second);
    expect(settlingPart(approved(5_000), sent.slice(0, 1))).toBeNull();
    expect(settlingPart(approved(0), sent)).toBeNull();
    expect(settlingPart({ result: "denied", chargebackCents: 1 }, sent)).toBeNull();
  });
});

describe("what is left to refund of a payment", () => {
  const left = (creditedUnits: bigint, returnedUnits: bigint, ...openCents: number[]) =>
    leftToRefundCents(
      { creditedUnits, returnedUnits },
      openCents.map((cents) => ({ status: "open", usdcUnits: centsToUsdcUnits(cents) })),
    );

  it("is what came in, less what went back and what open refunds ask for", () => {
    expect(left(100_000_000n, 0n)).toBe(10_000);
    expect(left(100_000_000n, 20_000_000n, 500)).toBe(7_500);
  });

  it("is not less for refunds that are completed, whose money the journal has, or given up", () => {
    const refunds = [
      { status: "completed", usdcUnits: centsToUsdcUnits(2_000) },
      { status: "cancelled", usdcUnits: centsToUsdcUnits(9_000) },
    ] as const;
    expect(leftToRefundCents({ creditedUnits: 100_000_000n, returnedUnits: 25_000_000n }, refunds)).toBe(7_500);
  });

  it("does not count a part of a cent, and is never below nothing", () => {
    expect(left(100_009_999n, 0n)).toBe(10_000);
    expect(left(1_000_000n, 0n, 101)).toBe(0);
    expect(left(0n, 1_000_000n)).toBe(0);
  });

  it("is in part what was too much, until that went back or is on its way", () => {
    const extra = (returnedUnits: bigint, ...open: bigint[]) =>
      extraCents(
        { creditedUnits: 120_005_000n, returnedUnits },
        open.map((usdcUnits) => ({ status: "open", usdcUnits })),
        10_000,
      );
    expect([extra(0n), extra(5_000_000n), extra(20_000_000n), extra(50_000_000n)]).toEqual([2_000, 1_500, 0, 0]);
    expect(extra(0n, 20_000_000n)).toBe(0);
  });
});

const cents = fc.integer({ min: 0, max: 1_000_000 });
const units = fc.bigInt({ min: 0n, max: 20_000_000_000n });
const sentParts = fc.array(fc.record({ usdcUnits: units }), { maxLength: 6 });

it("what is owed never grows by a transfer, and is gone exactly when all of it was sent", () => {
  fc.assert(
    fc.property(cents, sentParts, (chargebackCents, sent) => {
      const dispute = approved(chargebackCents);
      const rests = [0, ...sent.map((_, index) => index + 1)].map((count) => owedCents(dispute, sent.slice(0, count), chargebackCents));
      expect(rests.every((rest, index) => rest >= 0 && rest <= (rests[index - 1] ?? chargebackCents))).toBe(true);
      const sum = sent.reduce((total, { usdcUnits }) => total + usdcUnits, 0n);
      expect(rests.at(-1) === 0).toBe(sum >= centsToUsdcUnits(chargebackCents));
      const settled = settlingPart(dispute, sent);
      if (chargebackCents > 0) expect(settled === null).toBe(rests.at(-1) !== 0);
    }),
  );
});

it("a merchant who refunds all that is left never sends more than came in, whatever went back before", () => {
  const refund = fc.record({ status: fc.constantFrom(...refundStatuses), usdcUnits: cents.map(centsToUsdcUnits) });
  fc.assert(
    fc.property(units, units, fc.array(refund, { maxLength: 5 }), (creditedUnits, sent, refunds) => {
      const returnedUnits = sent < creditedUnits ? sent : creditedUnits;
      const left = leftToRefundCents({ creditedUnits, returnedUnits }, refunds);
      const open = refunds.filter(({ status }) => status === "open").reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
      const out = returnedUnits + open + centsToUsdcUnits(left);
      expect(left).toBeGreaterThanOrEqual(0);
      if (left > 0) {
        expect(out <= creditedUnits).toBe(true);
        expect(creditedUnits - out < centsToUsdcUnits(1)).toBe(true);
      }
    }),
  );
});
