import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsToUsdcUnits } from "../money.ts";
import { refundProblems } from "./problems.ts";
import { type DecidedDispute, extraUnits, leftToRefundCents, type OddSent, owedCents, restCents, settlingPart } from "./rules.ts";
import { refundStatuses } from "./status.ts";

const approved = (chargebackCents: number | null): DecidedDispute => ({ result: "chargedBack", chargebackCents });
const parts = (...units: bigint[]) => units.map((usdcUnits) => ({ usdcUnits }));
const owed = (dispute: DecidedDispute, ...units: bigint[]) => owedCents(dispute, { isRefunded: false, parts: parts(...units) });

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

  it("is nothing once a refund that was begun for it is completed", () => {
    expect(owedCents(approved(6_420), { isRefunded: true, parts: [] })).toBe(0);
  });

  it("is the rest of what came too short, and a cent for as long as a part of a cent is missing", () => {
    expect(owed(approved(5_000), 30_000_000n)).toBe(2_000);
    expect(owed(approved(5_000), 30_000_000n, 19_999_999n)).toBe(1);
    expect(owed(approved(5_000), 30_000_000n, 20_000_000n)).toBe(0);
    expect(owed(approved(5_000), 60_000_000n)).toBe(0);
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
  const odd = (problem: OddSent["problem"], usdcUnits: bigint, amountCents = 5_000): OddSent => ({ problem, usdcUnits, amountCents });

  it("is what was paid, less the refunds that stand, open ones as well", () => {
    const refunds = [
      { status: "completed", amountCents: 2_000 },
      { status: "open", amountCents: 500 },
      { status: "cancelled", amountCents: 9_000 },
    ] as const;
    expect(leftToRefundCents(100_000_000n, refunds, [])).toBe(7_500);
  });

  it("is less what was sent beside the refunds: too little, again, or too much of it", () => {
    const sent = [odd("short", 1_000_000n), odd("duplicate", 50_000_000n), odd("over", 62_500_000n)];
    expect(leftToRefundCents(200_000_000n, [], sent)).toBe(20_000 - 100 - 5_000 - 1_250);
  });

  it("is not less for what somebody else sent, or what went elsewhere", () => {
    expect(leftToRefundCents(100_000_000n, [], [odd("foreignWallet", 90_000_000n), odd("wrongAddress", 90_000_000n)])).toBe(10_000);
  });

  it("does not count a part of a cent, and is never below nothing", () => {
    expect(leftToRefundCents(100_009_999n, [], [])).toBe(10_000);
    expect(leftToRefundCents(1_000_000n, [{ status: "completed", amountCents: 101 }], [])).toBe(0);
    expect(leftToRefundCents(1_000_000n, [], [odd("duplicate", 3_000_000n)])).toBe(0);
  });
});

const cents = fc.integer({ min: 0, max: 1_000_000 });
const units = fc.bigInt({ min: 0n, max: 20_000_000_000n });
const sentParts = fc.array(fc.record({ usdcUnits: units }), { maxLength: 6 });

it("what is owed never grows by a transfer, and is gone exactly when all of it was sent", () => {
  fc.assert(
    fc.property(cents, sentParts, (chargebackCents, sent) => {
      const dispute = approved(chargebackCents);
      const rests = [0, ...sent.map((_, index) => index + 1)].map((count) => restCents(dispute, sent.slice(0, count)));
      expect(rests.every((rest, index) => rest >= 0 && rest <= (rests[index - 1] ?? chargebackCents))).toBe(true);
      const sum = sent.reduce((total, { usdcUnits }) => total + usdcUnits, 0n);
      expect(rests.at(-1) === 0).toBe(sum >= centsToUsdcUnits(chargebackCents));
      const settled = settlingPart(dispute, sent);
      if (chargebackCents > 0) expect(settled === null).toBe(rests.at(-1) !== 0);
    }),
  );
});

it("a merchant who refunds all that is left never sends more than was paid, whatever was sent oddly before", () => {
  const refund = fc.record({ status: fc.constantFrom(...refundStatuses), amountCents: cents });
  const odd = fc
    .record({ problem: fc.constantFrom(...refundProblems), usdcUnits: units, amountCents: cents })
    .map((sent) => (sent.problem === "over" ? { ...sent, usdcUnits: centsToUsdcUnits(sent.amountCents) + sent.usdcUnits } : sent));
  fc.assert(
    fc.property(units, fc.array(refund, { maxLength: 5 }), fc.array(odd, { maxLength: 5 }), (paid, refunds, sent) => {
      const left = leftToRefundCents(paid, refunds, sent);
      const standing = refunds.filter(({ status }) => status !== "cancelled").reduce((sum, { amountCents }) => sum + amountCents, 0);
      const out = centsToUsdcUnits(standing + left) + sent.reduce((sum, transfer) => sum + extraUnits(transfer), 0n);
      expect(left).toBeGreaterThanOrEqual(0);
      if (left > 0) {
        expect(out <= paid).toBe(true);
        expect(paid - out < centsToUsdcUnits(1)).toBe(true);
      }
    }),
  );
});
