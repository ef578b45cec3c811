import { describe, expect, it } from "vitest";
import { type LateFee, lateFeesOf } from "./late-fee.ts";

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

  it("is never asked for anything but rent, so no fee breeds another", () => {
    for (const kind of ["lateFee", "fee", "utility", "deposit"] as const)
      expect(lateFeesOf({ ...rent, kind }, [], once, "2027-12-31", zone)).toEqual([]);
  });
});
