import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter, monthAfter, monthOf } from "./calendar.ts";
import { chargeMoment, chargePeriod, dueDayIn, duePeriods, firstPeriod, prorate, type Term, termsFor, versionsFrom } from "./periods.ts";

const terms = { rentCents: 145_000, dueDay: 1, graceDays: 3 };
const open: Term = { startsOn: "2026-01-01", endsOn: null, proration: "days" };

describe("the rent of a period", () => {
  it("is whole if the lease covers the month, due on the due day, and late after the grace period", () => {
    expect(chargePeriod(open, terms, "2026-12-01")).toEqual({
      period: "2026-12-01",
      cents: 145_000,
      dueOn: "2026-12-01",
      feeFromOn: "2026-12-05",
      formula: null,
    });
  });

  it("is prorated by days in a partial first and last month, with the calculation", () => {
    const first = chargePeriod({ ...open, startsOn: "2026-11-15" }, terms, "2026-11-01");
    expect(first).toMatchObject({ cents: 77_333, dueOn: "2026-11-15", formula: "16 of 30 days of $1,450.00" });
    const last = chargePeriod({ ...open, endsOn: "2028-02-10" }, { ...terms, dueDay: 28 }, "2028-02-01");
    expect(last).toMatchObject({ cents: 50_000, dueOn: "2028-02-10", formula: "10 of 29 days of $1,450.00" });
    expect(chargePeriod({ ...open, startsOn: "2026-11-15", proration: "none" }, terms, "2026-11-01")).toMatchObject({
      cents: 145_000,
      formula: null,
    });
  });

  it("is null before and after the lease", () => {
    const term = { ...open, startsOn: "2026-03-10", endsOn: "2026-05-31" };
    expect([chargePeriod(term, terms, "2026-02-01"), chargePeriod(term, terms, "2026-06-01")]).toEqual([null, null]);
  });

  it("is due on the month's last day if the due day is 31", () => {
    expect(["2026-02-01", "2028-02-01", "2026-04-01", "2026-12-01"].map((period) => dueDayIn(period, 31))).toEqual([
      "2026-02-28",
      "2028-02-29",
      "2026-04-30",
      "2026-12-31",
    ]);
  });

  it("is charged fifteen days ahead, at midnight in the lease's time zone", () => {
    expect(chargeMoment(open, terms, "2026-12-01", "America/Chicago")?.toISOString()).toBe("2026-11-16T06:00:00.000Z");
    expect(chargeMoment({ ...open, endsOn: "2026-10-31" }, terms, "2026-12-01", "America/Chicago")).toBeNull();
  });

  it("lies within its month, is due within the lease, and never exceeds the rent", () => {
    const days = fc.integer({ min: 0, max: 1_500 }).map((count) => dayAfter("2024-01-01", count));
    const cases = fc.record({
      start: days,
      length: fc.integer({ min: 0, max: 800 }),
      month: fc.integer({ min: 0, max: 30 }),
      dueDay: fc.constantFrom(1, 5, 15, 28, 31),
      rentCents: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(cases, ({ start, length, month, dueDay, rentCents }) => {
        const term: Term = { startsOn: start, endsOn: dayAfter(start, length), proration: "days" };
        const charge = chargePeriod(term, { rentCents, dueDay, graceDays: 0 }, monthAfter(monthOf(start), month));
        if (charge === null) return;
        expect(monthOf(charge.dueOn)).toBe(charge.period);
        expect(charge.dueOn >= term.startsOn && charge.dueOn <= dayAfter(start, length)).toBe(true);
        expect(charge.cents >= 0 && charge.cents <= rentCents).toBe(true);
        if (charge.formula === null) expect(charge.cents).toBe(rentCents);
      }),
    );
  });

  it("adds up to the whole rent, to the cent, if a month is split in two", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 28, max: 31 }),
        fc.integer({ min: 1, max: 27 }),
        (cents, of, days) => {
          expect(Math.abs(prorate(cents, days, of) + prorate(cents, of - days, of) - cents)).toBeLessThanOrEqual(1);
          expect(prorate(cents, of, of)).toBe(cents);
        },
      ),
    );
  });
});

describe("terms", () => {
  it("apply from their period on, and the newest version wins for one period", () => {
    const versions = [
      { fromPeriod: "2026-01-01", rent: 1 },
      { fromPeriod: "2026-06-01", rent: 2 },
      { fromPeriod: "2026-06-01", rent: 3 },
    ];
    expect(["2026-05-01", "2026-06-01", "2027-01-01"].map((period) => termsFor(versions, period).rent)).toEqual([1, 3, 3]);
    expect(() => termsFor(versions, "2025-12-01")).toThrow(RangeError);
  });

  it("are charged from the lease's first month, or from a later one that was chosen", () => {
    expect(firstPeriod("2024-11-15", undefined)).toBe("2024-11-01");
    expect(firstPeriod("2024-11-15", "2026-12-09")).toBe("2026-12-01");
    expect(firstPeriod("2026-11-15", "2024-01-01")).toBe("2026-11-01");
  });

  it("are charged month by month without a gap, up to the limit", () => {
    expect(duePeriods("2026-11-01", (period) => period <= "2027-02-01", 100)).toEqual([
      "2026-11-01",
      "2026-12-01",
      "2027-01-01",
      "2027-02-01",
    ]);
    expect(duePeriods("2026-11-01", () => true, 2)).toHaveLength(2);
  });
});

describe("new terms", () => {
  const created = (day: number) => ({ createdAt: new Date(`2026-11-0${day}T12:00:00Z`) });
  const first = { rentCents: 145_000, dueDay: 25, graceDays: 5, fromPeriod: "2026-09-01", ...created(1) };
  const before = [first];
  const earlierDay = { rentCents: 150_000, dueDay: 1, graceDays: 0 };

  it("apply from their month on if the due day moves later or is still to come", () => {
    expect(versionsFrom({ ...earlierDay, dueDay: 31 }, before, "2026-12-01", "2026-12-30")).toHaveLength(1);
    expect(versionsFrom(earlierDay, before, "2027-01-01", "2026-12-08")).toEqual([{ ...earlierDay, fromPeriod: "2027-01-01" }]);
    expect(versionsFrom(earlierDay, before, "2026-12-01", "2026-12-01")).toEqual([{ ...earlierDay, fromPeriod: "2026-12-01" }]);
  });

  it("keep the old due day and grace for months whose new due day has passed", () => {
    expect(versionsFrom(earlierDay, before, "2026-12-01", "2026-12-02")).toEqual([
      { rentCents: 150_000, dueDay: 25, graceDays: 5, fromPeriod: "2026-12-01" },
      { ...earlierDay, fromPeriod: "2027-01-01" },
    ]);
    const several = versionsFrom({ ...earlierDay, dueDay: 20 }, before, "2026-09-01", "2026-12-08");
    expect(several.map(({ fromPeriod, dueDay }) => [fromPeriod, dueDay])).toEqual([
      ["2026-09-01", 25],
      ["2026-12-01", 20],
    ]);
  });

  it("replace what the change before left for later months, but no later change", () => {
    const split = versionsFrom(earlierDay, before, "2026-12-01", "2026-12-02").map((version) => ({ ...version, ...created(2) }));
    const again = { rentCents: 160_000, dueDay: 28, graceDays: 0 };
    expect(versionsFrom(again, [...before, ...split], "2026-12-01", "2026-12-03")).toEqual([
      { ...again, fromPeriod: "2026-12-01" },
      { ...again, fromPeriod: "2027-01-01" },
    ]);
    const planned = { rentCents: 170_000, dueDay: 1, graceDays: 0, fromPeriod: "2027-01-01", ...created(3) };
    expect(versionsFrom(again, [...before, ...split, planned], "2026-12-01", "2026-12-03")).toEqual([
      { ...again, fromPeriod: "2026-12-01" },
    ]);
  });
});
