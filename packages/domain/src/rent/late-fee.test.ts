import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter } from "./calendar.ts";
import { feeFromOnOf, type LateFee, sumLateFees } from "./late-fee.ts";
import { decideFeeDays, type FeeDays, maxFeeDaysPerCall, type LateRent, recalculatedFee, stopsOfPayers } from "./late-fee-days.ts";
import { lateFeeFormula, noFeeExplanation } from "./late-fee-words.ts";

const once: LateFee = { kind: "fixed", amount: 5_000, repeats: "once", capCents: null };
const daily: LateFee = { kind: "fixed", amount: 1_000, repeats: "daily", capCents: null };
const percent: LateFee = { kind: "percent", amount: 500, repeats: "once", capCents: null };

/** Rent of $1,450.00 that was due on December 1, 2026 in Chicago and charged in time. Nothing is paid. */
const rent = (more: Partial<LateRent> = {}): LateRent => ({
  cents: 145_000,
  feeFromOn: "2026-12-05",
  madeOn: "2026-11-16",
  ended: null,
  rule: once,
  paid: [],
  fees: new Map(),
  feeCents: 0,
  stops: [],
  waitingSince: null,
  timeZone: "America/Chicago",
  ...more,
});
const paidAt = (at: string, cents = 145_000) => [{ at: new Date(at), cents }];
const short = ({ days, next }: FeeDays) => [...days.map((day) => ["cents" in day ? day.cents : day.why, day.on]), next];

describe("a late fee", () => {
  it("is charged once if the rent is unpaid at the start of the first late day", () => {
    expect(short(decideFeeDays(rent(), "2026-12-05", "2026-12-04"))).toEqual(["2026-12-05"]);
    expect(short(decideFeeDays(rent(), "2026-12-05", "2026-12-20"))).toEqual([[5_000, "2026-12-05"], null]);
  });

  it("depends on the block's time, not on when it is calculated", () => {
    const inTime = rent({ paid: paidAt("2026-12-05T05:59:59Z") }); // a second before midnight in Chicago
    const late = rent({ paid: paidAt("2026-12-05T06:00:00Z") });
    expect(short(decideFeeDays(inTime, "2026-12-05", "2027-02-01"))).toEqual([["paid", "2026-12-05"], null]);
    expect(short(decideFeeDays(late, "2026-12-05", "2027-02-01"))).toEqual([[5_000, "2026-12-05"], null]);
  });

  it("is a percentage of the unpaid rent, rounded half up", () => {
    const part = rent({ rule: percent, paid: paidAt("2026-12-02T00:00:00Z", 144_890) });
    expect(short(decideFeeDays(rent({ rule: percent }), "2026-12-05", "2026-12-05"))).toEqual([[7_250, "2026-12-05"], null]);
    expect(short(decideFeeDays(part, "2026-12-05", "2026-12-05"))).toEqual([[6, "2026-12-05"], null]); // 5 % of $1.10
  });

  it("is charged each day until the rent is paid", () => {
    const paid = rent({ rule: daily, paid: paidAt("2026-12-06T12:00:00Z") });
    expect(short(decideFeeDays(paid, "2026-12-05", "2026-12-31"))).toEqual([
      [1_000, "2026-12-05"],
      [1_000, "2026-12-06"],
      ["paid", "2026-12-07"],
      null,
    ]);
  });

  it("is not charged if less than $1.00 is open", () => {
    const cent = rent({ paid: paidAt("2026-12-02T00:00:00Z", 144_901) });
    const dollar = rent({ paid: paidAt("2026-12-02T00:00:00Z", 144_900) });
    expect(short(decideFeeDays(cent, "2026-12-05", "2026-12-05"))).toEqual([["little", "2026-12-05"], null]);
    expect(short(decideFeeDays(dollar, "2026-12-05", "2026-12-05"))).toEqual([[5_000, "2026-12-05"], null]);
  });

  it("never exceeds the limit together with unvoided earlier fees", () => {
    const rule = { ...daily, capCents: 2_500 };
    expect(short(decideFeeDays(rent({ rule }), "2026-12-05", "2026-12-31"))).toEqual([
      [1_000, "2026-12-05"],
      [1_000, "2026-12-06"],
      [500, "2026-12-07"],
      ["capped", "2026-12-08"],
      null,
    ]);
    const before = rent({ rule, feeCents: 2_000, paid: paidAt("2026-12-01T12:00:00Z", 100_000) });
    expect(short(decideFeeDays(before, "2026-12-20", "2026-12-21"))).toEqual([[500, "2026-12-20"], ["capped", "2026-12-21"], null]);
  });

  it("is not charged again for a day whose fee was charged or voided", () => {
    const fees = new Map([
      ["2026-12-05", { isVoided: true }],
      ["2026-12-06", { isVoided: false }],
    ]);
    expect(short(decideFeeDays(rent({ rule: daily, fees, feeCents: 1_000 }), "2026-12-05", "2026-12-07"))).toEqual([
      ["voided", "2026-12-05"],
      [1_000, "2026-12-07"],
      "2026-12-08",
    ]);
    // A single fee that was voided because of money is charged again, for the next day, once that money is gone.
    const wrong = rent({ fees: new Map([["2026-12-05", { isVoided: true }]]) });
    expect(short(decideFeeDays(wrong, "2026-12-05", "2026-12-07"))).toEqual([["voided", "2026-12-05"], [5_000, "2026-12-06"], null]);
    expect(short(decideFeeDays(rent({ feeCents: 5_000 }), "2026-12-05", "2026-12-07"))).toEqual([null]);
  });

  it("ends when the landlord waives further ones", () => {
    expect(short(decideFeeDays(rent({ rule: daily, ended: "waived" }), "2026-12-09", "2026-12-12"))).toEqual([
      ["waived", "2026-12-09"],
      null,
    ]);
  });

  it("is not charged for a day when Hearth counted nothing or the business could not be paid, nor for the day after", () => {
    const stop = (from: string, to: string | null, why: "stopped" | "refused" = "stopped") => ({
      why,
      from: new Date(from),
      to: to === null ? null : new Date(to),
    });
    const stopped = rent({ stops: [stop("2026-12-04T20:00:00Z", "2026-12-04T20:05:00Z")] });
    expect(short(decideFeeDays(stopped, "2026-12-05", "2026-12-20"))).toEqual([["stopped", "2026-12-05"], [5_000, "2026-12-06"], null]);
    const lasting = rent({ rule: daily, stops: [stop("2026-12-06T20:00:00Z", null, "refused")] });
    expect(short(decideFeeDays(lasting, "2026-12-05", "2026-12-07"))).toEqual([
      [1_000, "2026-12-05"],
      ["refused", "2026-12-06"],
      ["refused", "2026-12-07"],
      "2026-12-08",
    ]);
    const over = rent({ stops: [stop("2026-11-20T00:00:00Z", "2026-12-04T06:00:00Z")] });
    expect(short(decideFeeDays(over, "2026-12-05", "2026-12-20"))).toEqual([[5_000, "2026-12-05"], null]);
    // Payment stops before the lease was entered do not count.
    const entered = rent({ madeOn: "2026-12-20", stops: [stop("2026-12-01T00:00:00Z", null)] });
    expect(short(decideFeeDays(entered, "2026-12-05", "2026-12-20"))).toEqual([[5_000, "2026-12-05"], null]);
  });

  it("is not charged while money of an earlier block waits to be counted", () => {
    const waiting = rent({ rule: daily, waitingSince: new Date("2026-12-05T23:00:00Z") });
    expect(short(decideFeeDays(waiting, "2026-12-05", "2026-12-06"))).toEqual([
      [1_000, "2026-12-05"],
      ["waiting", "2026-12-06"],
      "2026-12-07",
    ]);
  });

  it("is not charged for a day that the time zone skipped", () => {
    const apia = rent({ rule: daily, timeZone: "Pacific/Apia", feeFromOn: "2011-12-29", madeOn: "2011-11-16" });
    expect(short(decideFeeDays(apia, "2011-12-29", "2012-01-01"))).toEqual([
      [1_000, "2011-12-29"],
      [1_000, "2011-12-31"],
      [1_000, "2012-01-01"],
      "2012-01-02",
    ]);
  });

  it("is decided in batches, each day once", () => {
    const first = decideFeeDays(rent({ rule: daily }), "2026-12-05", "2027-02-28");
    expect(first.days).toHaveLength(maxFeeDaysPerCall);
    expect(first.next).toBe("2027-01-05");
    const second = decideFeeDays(rent({ rule: daily }), first.next ?? "", "2027-02-28");
    expect(second.days[0]?.on).toBe("2027-01-05");
  });

  it("is lower or 0 when recalculated with money that arrived earlier", () => {
    const came = (cents: number, rule = once) => rent({ rule, paid: paidAt("2026-12-01T06:00:00Z", cents) });
    expect(recalculatedFee(came(145_000), { on: "2026-12-05", cents: 5_000 })).toBe(0);
    expect(recalculatedFee(came(144_950), { on: "2026-12-05", cents: 5_000 })).toBe(0);
    expect(recalculatedFee(came(100_000), { on: "2026-12-05", cents: 5_000 })).toBe(5_000);
    expect(recalculatedFee(came(100_000, percent), { on: "2026-12-05", cents: 7_250 })).toBe(2_250);
  });
});

describe("the first day that can bear a late fee", () => {
  it("follows the due day and the grace period, counted from the charge if that came later", () => {
    const charge = { dueOn: "2026-12-01", feeFromOn: "2026-12-05" };
    expect(feeFromOnOf(charge, "2026-11-16")).toBe("2026-12-05");
    expect(feeFromOnOf(charge, "2026-12-01")).toBe("2026-12-05");
    expect(feeFromOnOf(charge, "2026-12-08")).toBe("2026-12-12");
  });
});

describe("the sum of late fees if nothing is paid", () => {
  it("equals deciding each day, without iterating over days", () => {
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
        const feeFromOn = "2011-12-05";
        const upTo = dayAfter(feeFromOn, count);
        const fees = chargeAll(rent({ rule, timeZone, cents, feeFromOn, madeOn: "2011-11-16" }), upTo);
        const sum = fees.reduce((all, fee) => all + fee, 0);
        expect(sumLateFees({ cents, feeFromOn }, rule, upTo, timeZone)).toEqual({ count: fees.length, cents: sum });
      }),
    );
  });
});

/** The late fees of a rent up to a day, decided in batches as the job does, each with the fees charged before. */
function chargeAll(late: LateRent, upTo: string): number[] {
  const fees: number[] = [];
  let from: string | null = late.feeFromOn;
  while (from !== null && from <= upTo) {
    const feeCents = fees.reduce((all, fee) => all + fee, 0);
    const { days, next } = decideFeeDays({ ...late, feeCents }, from, upTo);
    fees.push(...days.flatMap((day) => ("cents" in day ? day.cents : [])));
    from = next;
  }
  return fees;
}

describe("the explanation of a late fee", () => {
  it("names the open amount, the percentage and the limit", () => {
    const day = { on: "2026-12-05", openCents: 145_000 };
    expect(lateFeeFormula(once, { ...day, cents: 5_000 })).toBe("$1,450.00 of the rent was open as Dec 5, 2026 began");
    expect(lateFeeFormula(percent, { ...day, cents: 7_250 })).toBe(
      "$1,450.00 of the rent was open as Dec 5, 2026 began, of which the fee is 5.00%",
    );
    expect(lateFeeFormula({ ...daily, capCents: 2_500 }, { ...day, cents: 500 })).toBe(
      "$1,450.00 of the rent was open as Dec 5, 2026 began. All fees of this rent come to $25.00 at most",
    );
  });

  it("explains why none was charged", () => {
    const days = { from: "2026-12-05", through: "2026-12-07", openCents: 40 };
    expect(noFeeExplanation({ ...days, why: "stopped" })).toBe(
      "No late fee for Dec 5, 2026 to Dec 7, 2026: Hearth could not count payments.",
    );
    expect(noFeeExplanation({ ...days, through: days.from, why: "refused" })).toBe(
      "No late fee for Dec 5, 2026: the landlord could not be paid here.",
    );
    expect(noFeeExplanation({ ...days, why: "little" })).toBe("No late fee from Dec 5, 2026 on: only $0.40 was open.");
  });
});

describe("accounts that rent under a lease and are suspended", () => {
  const day = (on: number) => new Date(Date.UTC(2026, 11, on));
  const payer = (suspensions: [number, number | null][], [from, to]: [number, number | null] = [1, null]) => ({
    from: day(from),
    to: to === null ? null : day(to),
    suspensions: suspensions.map(([begin, end]) => ({ from: day(begin), to: end === null ? null : day(end) })),
  });
  const daysOf = (...payers: ReturnType<typeof payer>[]) =>
    stopsOfPayers(payers).map(({ from, to }) => [from.getUTCDate(), to?.getUTCDate() ?? null]);

  it("keep the lease from being paid while the only one is suspended", () => {
    expect(
      daysOf(
        payer([
          [3, 5],
          [8, null],
        ]),
      ),
    ).toEqual([
      [3, 5],
      [8, null],
    ]);
    expect(daysOf(payer([]))).toEqual([]);
    expect(daysOf()).toEqual([]);
  });

  it("keep it from being paid only while all of them are", () => {
    expect(daysOf(payer([[3, 9]]), payer([[5, 12]]))).toEqual([[5, 9]]);
    expect(daysOf(payer([[3, 5]]), payer([[5, 9]]))).toEqual([]);
    expect(daysOf(payer([[3, null]]), payer([]))).toEqual([]);
  });

  it("count only while they rent there", () => {
    expect(daysOf(payer([[3, null]]), payer([], [1, 7]))).toEqual([[7, null]]);
    expect(daysOf(payer([[3, null]]), payer([], [9, null]))).toEqual([[3, 9]]);
    expect(daysOf(payer([[3, null]], [5, 6]))).toEqual([[5, 6]]);
  });

  it("bear no late fee for these days, and the ledger says why", () => {
    const stops = stopsOfPayers([{ from: day(1), to: null, suspensions: [{ from: new Date("2026-12-06T12:00:00Z"), to: day(8) }] }]);
    expect(short(decideFeeDays(rent({ rule: daily, stops }), "2026-12-05", "2026-12-09"))).toEqual([
      [1_000, "2026-12-05"],
      ["suspended", "2026-12-06"],
      ["suspended", "2026-12-07"],
      ["suspended", "2026-12-08"],
      [1_000, "2026-12-09"],
      "2026-12-10",
    ]);
    const days = { from: "2026-12-06", through: "2026-12-08", why: "suspended" as const, openCents: 145_000 };
    expect(noFeeExplanation(days)).toBe(
      "No late fee for Dec 6, 2026 to Dec 8, 2026: Hearth had suspended the account that pays this rent.",
    );
  });
});
