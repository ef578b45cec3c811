import { describe, expect, it, vi } from "vitest";
import * as calendar from "./calendar.ts";
import { entryProblem, chargedOnEntry, type EnteredLease, monthsToChargeFrom, wasLateOnEntry } from "./entry.ts";

// The real functions, counting their calls.
vi.mock("./calendar.ts", { spy: true });

const timeZone = "America/Chicago";
const now = new Date("2026-11-25T12:00:00Z");
const lease: EnteredLease = {
  term: { startsOn: "2026-09-15", endsOn: null, proration: "days" },
  terms: { rentCents: 145_000, dueDay: 1, graceDays: 3 },
  lateFee: { kind: "fixed", amount: 5_000, repeats: "once", capCents: null },
  chargedFrom: undefined,
  timeZone,
};

describe("entering a lease", () => {
  it("charges each month since the first, and sums the late fees that would follow", () => {
    expect(chargedOnEntry(lease, now).map(({ period, cents, dueOn, lateFeeCents }) => [period, cents, dueOn, lateFeeCents])).toEqual([
      ["2026-09-01", 77_333, "2026-09-15", 5_000],
      ["2026-10-01", 145_000, "2026-10-01", 5_000],
      ["2026-11-01", 145_000, "2026-11-01", 5_000],
      ["2026-12-01", 145_000, "2026-12-01", 0],
    ]);
  });

  it("charges nothing before the chosen first month", () => {
    expect(chargedOnEntry({ ...lease, chargedFrom: "2026-12-01" }, now).map(({ period }) => period)).toEqual(["2026-12-01"]);
    expect(chargedOnEntry({ ...lease, chargedFrom: "2027-01-01" }, now)).toEqual([]);
  });

  it("counts a fee for each day up to today, within its limit", () => {
    const daily = { kind: "fixed" as const, amount: 1_000, repeats: "daily" as const, capCents: null };
    const [november] = chargedOnEntry({ ...lease, lateFee: daily, chargedFrom: "2026-11-01" }, now);
    expect(november?.lateFeeCents).toBe(21_000); // from the 5th to the 25th
    const [capped] = chargedOnEntry({ ...lease, lateFee: { ...daily, capCents: 2_500 }, chargedFrom: "2026-11-01" }, now);
    expect(capped?.lateFeeCents).toBe(2_500);
    expect(chargedOnEntry({ ...lease, lateFee: null }, now).every(({ lateFeeCents }) => lateFeeCents === 0)).toBe(true);
  });

  it("charges nothing after the lease's end, and decades if requested", () => {
    expect(chargedOnEntry({ ...lease, term: { ...lease.term, endsOn: "2026-10-10" } }, now).map(({ period }) => period)).toEqual([
      "2026-09-01",
      "2026-10-01",
    ]);
    expect(chargedOnEntry({ ...lease, term: { ...lease.term, startsOn: "2001-01-01" } }, now)).toHaveLength(26 * 12);
  });

  it("looks up the time zone once a month, for any number of late fees", () => {
    const daily = { kind: "fixed" as const, amount: 1_000, repeats: "daily" as const, capCents: null };
    const since2006 = { ...lease, term: { ...lease.term, startsOn: "2006-12-01" }, lateFee: daily };
    vi.clearAllMocks();
    const months = chargedOnEntry(since2006, now);
    expect(months.slice(0, 2).map(({ lateFees }) => lateFees)).toEqual([7_296, 7_265]);
    const { dayIn, startOfDay, countDays } = vi.mocked(calendar);
    const asked = dayIn.mock.calls.length + startOfDay.mock.calls.length + countDays.mock.calls.length;
    expect(months).toHaveLength(241);
    expect(asked).toBeLessThanOrEqual(months.length + 1);
  });

  it("is refused if it would create too many charges", () => {
    const daily = { kind: "fixed" as const, amount: 1_000, repeats: "daily" as const, capCents: null };
    const ofYears = chargedOnEntry({ ...lease, term: { ...lease.term, startsOn: "2024-12-01" }, lateFee: daily }, now);
    expect(entryProblem(ofYears, false)).toBeNull();
    expect(entryProblem(ofYears, true)).toBe(
      "These months and their late fees are 8,939 charges, and a new lease takes at most 1,000. Please charge it from a later month, or without late fees.",
    );
  });

  it("offers each possible first month, starting with the next one", () => {
    expect(monthsToChargeFrom({ startsOn: "2026-09-15", endsOn: null }, "2026-11-25")).toEqual([
      "2026-12-01",
      "2026-11-01",
      "2026-10-01",
      "2026-09-01",
    ]);
    expect(monthsToChargeFrom({ startsOn: "2026-09-15", endsOn: "2026-10-10" }, "2026-11-25")).toEqual(["2026-10-01", "2026-09-01"]);
  });

  it("decides to the second if rent was already late", () => {
    expect(wasLateOnEntry("2026-11-05", timeZone, new Date("2026-11-05T06:00:00Z"))).toBe(true);
    expect(wasLateOnEntry("2026-11-05", timeZone, new Date("2026-11-05T05:59:59Z"))).toBe(false);
  });
});
