import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsToUsdcUnits } from "../money.ts";
import { type DecidedDispute, extraCents, leftToRefundCents, owedCents, settlingPart } from "./rules.ts";
import { refundStatuses } from "./status.ts";

const approved = (chargebackCents: number | null): DecidedDispute => ({ result: "chargedBack", chargebackCents });
const parts = (...units: bigint[]) => units.map((usdcUnits) => ({ usdcUnits }));
const owed = (dispute: DecidedDispute, ...units: bigint[]) => owedCents(dispute, parts(...units), 1_000_000);

describe("the amount owed for a dispute", () => {
  it("is its chargeback until money is seen", () => {
    expect(owed(approved(6_420))).toBe(6_420);
  });

  it("is 0 for a dispute that is open, denied, or approved without money", () => {
    expect(owed({ result: null, chargebackCents: null })).toBe(0);
    expect(owed({ result: "denied", chargebackCents: 6_420 })).toBe(0);
    expect(owed(approved(null))).toBe(0);
    expect(owed(approved(0))).toBe(0);
  });

  it("is reduced by returned money, and stays one cent while a fraction of a cent is missing", () => {
    expect(owed(approved(5_000), 30_000_000n)).toBe(2_000);
    expect(owed(approved(5_000), 30_000_000n, 19_999_999n)).toBe(1);
    expect(owed(approved(5_000), 30_000_000n, 20_000_000n)).toBe(0);
    expect(owed(approved(5_000), 60_000_000n)).toBe(0);
  });

  it("is never more than the payment can still return", () => {
    expect(owedCents(approved(5_000), [], 1_200)).toBe(1_200);
    expect(owedCents(approved(5_000), parts(40_000_000n), 1_200)).toBe(1_000);
    expect(owedCents(approved(5_000), [], 0)).toBe(0);
  });

  it("is settled by the transfer that completes the sum", () => {
    const [first, second, third] = parts(30_000_000n, 20_000_000n, 1_000_000n);
    const sent = [first, second, third].filter((part) => part !== undefined);
    expect(settlingPart(approved(5_000), sent)).toBe(second);
    expect(settlingPart(approved(5_000), sent.slice(0, 1))).toBeNull();
    expect(settlingPart(approved(0), sent)).toBeNull();
    expect(settlingPart({ result: "denied", chargebackCents: 1 }, sent)).toBeNull();
  });
});

describe("the refundable amount of a payment", () => {
  const left = (creditedUnits: bigint, returnedUnits: bigint, ...openCents: number[]) =>
    leftToRefundCents(
      { creditedUnits, returnedUnits },
      openCents.map((cents) => ({ status: "open", usdcUnits: centsToUsdcUnits(cents) })),
    );

  it("is the money received minus returned money and open refunds", () => {
    expect(left(100_000_000n, 0n)).toBe(10_000);
    expect(left(100_000_000n, 20_000_000n, 500)).toBe(7_500);
  });

  it("is not reduced by completed refunds, which the journal has, or by cancelled ones", () => {
    const refunds = [
      { status: "completed", usdcUnits: centsToUsdcUnits(2_000) },
      { status: "cancelled", usdcUnits: centsToUsdcUnits(9_000) },
    ] as const;
    expect(leftToRefundCents({ creditedUnits: 100_000_000n, returnedUnits: 25_000_000n }, refunds)).toBe(7_500);
  });

  it("drops fractions of a cent and is never negative", () => {
    expect(left(100_009_999n, 0n)).toBe(10_000);
    expect(left(1_000_000n, 0n, 101)).toBe(0);
    expect(left(0n, 1_000_000n)).toBe(0);
  });

  it("includes the overpaid part until that was returned or is being refunded", () => {
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

it("transfers never increase the amount owed, which is 0 exactly when all of it was sent", () => {
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

it("a merchant who refunds everything left never sends more than was received", () => {
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
