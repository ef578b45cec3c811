import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter } from "./calendar.ts";
import { type LateFee, lateFeesOf, sumLateFees } from "./late-fee.ts";

const zone = "America/Chicago";
const rent = { kind: "rent" as const, cents: 145_000, feeFromOn: "2026-12-05" };
const once: LateFee = { kind: "fixed", amount: 5_000, repeats: "once", capCents: null };

describe("a late fee", () => {
  it("is asked for once where the rent is unpaid as the first late day begins", () => {
    expect(lateFeesOf(rent, [], once, "2026-12-04", zone)).toEqual([]);
    expect(lateFeesOf(rent, [], once, "2026-12-20", zone)).toEqual([{ on: "2026-12-05", cents: 5_000 }]);
  });

  it("goes by the time of the block, whenever anybody looks", () => {
    const inTime = [{ at: new Date("2026-12-05T05:59:59Z"), cents: 145_000 }]; // a second before midnight in Chicago
    const late = [{ at: new Date("2026-12-05T06:00:00Z"), cents: 145_000 }];
    expect(lateFeesOf(rent, inTime, once, "2027-02-01", zone)).toEqual([]);
    expect(lateFeesOf(rent, late, once, "2027-02-01", zone)).toEqual([{ on: "2026-12-05", cents: 5_000 }]);
  });

  it("takes its per cent of what is unpaid, half a cent rounded up", () => {
    const rule: LateFee = { kind: "percent", amount: 500, repeats: "once", capCents: null };
    const part = [{ at: new Date("2026-12-02T00:00:00Z"), cents: 144_990 }];
    expect(lateFeesOf(rent, [], rule, "2026-12-05", zone)[0]?.cents).toBe(7_250);
    expect(lateFeesOf(rent, part, rule, "2026-12-05", zone)[0]?.cents).toBe(1); // 5 % of 10 cents
  });

  it("comes each day until the rent is paid or the cap is reached", () => {
    const daily: LateFee = { kind: "fixed", amount: 1_000, repeats: "daily", capCents: 2_500 };
    expect(lateFeesOf(rent, [], daily, "2026-12-31", zone).map(({ cents }) => cents)).toEqual([1_000, 1_000, 500]);
    const paid = [{ at: new Date("2026-12-06T12:00:00Z"), cents: 145_000 }];
    expect(lateFeesOf(rent, paid, { ...daily, capCents: null }, "2026-12-31", zone).map(({ on }) => on)).toEqual([
      "2026-12-05",
      "2026-12-06",
    ]);
  });

  it("is not asked for a day that the zone left out", () => {
    const daily: LateFee = { kind: "fixed", amount: 1_000, repeats: "daily", capCents: null };
    const december = { ...rent, feeFromOn: "2011-12-29" };
    expect(lateFeesOf(december, [], daily, "2012-01-01", "Pacific/Apia").map(({ on }) => on)).toEqual([
      "2011-12-29",
      "2011-12-31",
      "2012-01-01",
    ]);
  });

  it("is summed without going through the days as it is day by day", () => {
    const rules = fc.record({
      kind: fc.constantFrom("fixed" as const, "percent" as const),
      amount: fc.integer({ min: 1, max: 10_000 }),
      repeats: fc.constantFrom("once" as const, "daily" as const),
      capCents: fc.option(fc.integer({ min: 1, max: 200_000 })),
    });
    const zones = fc.constantFrom("America/Chicago", "Pacific/Apia", "Africa/Cairo", "UTC");
    const days = fc.integer({ min: -3, max: 60 });
    fc.assert(
      fc.property(rules, zones, days, fc.integer({ min: 1, max: 200_000 }), (rule, timeZone, count, cents) => {
        const charge = { kind: "rent" as const, cents, feeFromOn: "2011-12-05" };
        const upTo = dayAfter(charge.feeFromOn, count);
        const fees = lateFeesOf(charge, [], rule, upTo, timeZone);
        const sum = fees.reduce((all, fee) => all + fee.cents, 0);
        expect(sumLateFees(charge, rule, upTo, timeZone)).toEqual({ count: fees.length, cents: sum });
      }),
    );
  });

  it("is never asked for anything but rent, so no fee breeds another", () => {
    for (const kind of ["lateFee", "fee", "utility", "deposit"] as const)
      expect(lateFeesOf({ ...rent, kind }, [], once, "2027-12-31", zone)).toEqual([]);
  });
});
