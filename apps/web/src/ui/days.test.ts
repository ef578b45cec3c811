import { describe, expect, it } from "vitest";
import { readDay } from "./day.ts";
import { dayPresets, isOutOfOrder, rangeWords, withDay } from "./days.ts";

describe("parsing a typed day", () => {
  it.each([
    ["2026-11-03", "2026-11-03"],
    ["11/3/2026", "2026-11-03"],
    [" Nov 3, 2026 ", "2026-11-03"],
    ["november 3 2026", "2026-11-03"],
    ["3 Nov 2026", "2026-11-03"],
    ["Sept. 9, 2026", "2026-09-09"],
  ])("parses %s", (text, day) => expect(readDay(text)).toBe(day));

  it.each(["", "Nov", "2026-02-30", "13/1/2026", "Foo 3, 2026", "3", "tomorrow", "Nov 31, 2026"])("rejects %s", (text) =>
    expect(readDay(text)).toBeNull(),
  );
});

describe("range of days", () => {
  it("is formatted with both years if they differ", () => {
    expect(rangeWords({ startDate: "2026-11-01", endDate: "2026-11-22" })).toBe("Nov 1 – Nov 22, 2026");
    expect(rangeWords({ startDate: "2025-11-01", endDate: "2026-11-22" })).toBe("Nov 1, 2025 – Nov 22, 2026");
    expect(rangeWords({ startDate: "2026-11-01", endDate: "2026-11-01" })).toBe("Nov 1, 2026");
    expect(rangeWords({ startDate: "2026-11-01" })).toBe("From Nov 1, 2026");
    expect(rangeWords({ endDate: "2026-11-01" })).toBe("Until Nov 1, 2026");
    expect(rangeWords({})).toBe("All dates");
  });

  it("is out of order only if both ends are known", () => {
    expect(isOutOfOrder({ startDate: "2026-11-02", endDate: "2026-11-01" })).toBe(true);
    expect(isOutOfOrder({ startDate: "2026-11-01", endDate: "2026-11-01" })).toBe(false);
    expect(isOutOfOrder({ startDate: "2026-11-02" })).toBe(false);
  });

  it("is completed by a day if one end is open, and restarted otherwise", () => {
    const [early, late] = ["2026-11-02", "2026-11-09"];
    expect(withDay({}, early)).toEqual({ startDate: early, endDate: undefined });
    expect(withDay({ startDate: early }, late)).toEqual({ startDate: early, endDate: late });
    expect(withDay({ startDate: late }, early)).toEqual({ startDate: early, endDate: undefined });
    expect(withDay({ endDate: late }, early)).toEqual({ startDate: early, endDate: late });
    expect(withDay({ startDate: early, endDate: late }, late)).toEqual({ startDate: late, endDate: undefined });
  });

  it("has presets that cross the ends of months and years", () => {
    const presetsOn = (today: string) => Object.fromEntries(dayPresets(today).map(({ label, range }) => [label, range]));
    expect(presetsOn("2026-03-01")).toMatchObject({
      "This month": { startDate: "2026-03-01", endDate: "2026-03-01" },
      "Last month": { startDate: "2026-02-01", endDate: "2026-02-28" },
      "Last 30 days": { startDate: "2026-01-31", endDate: "2026-03-01" },
      "This year": { startDate: "2026-01-01", endDate: "2026-03-01" },
    });
    expect(presetsOn("2027-01-15")).toMatchObject({
      "Last month": { startDate: "2026-12-01", endDate: "2026-12-31" },
      "Last year": { startDate: "2026-01-01", endDate: "2026-12-31" },
    });
  });
});
