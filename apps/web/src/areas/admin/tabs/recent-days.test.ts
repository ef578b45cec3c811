import { describe, expect, it } from "vitest";
import { daysInAddress, daysOf, recentDaysStart } from "./recent-days.tsx";

describe("dates of a detail page", () => {
  it("start 30 days ago unless the URL has dates", () => {
    expect(recentDaysStart(new Date(2026, 10, 20))).toBe("2026-10-21");
    expect(recentDaysStart(new Date(2026, 2, 1, 0, 30))).toBe("2026-01-30");
    expect(daysOf({})).toEqual({ startDate: recentDaysStart(), endDate: undefined });
    expect(daysOf({ startDate: "2026-01-01", endDate: "2026-02-01" })).toEqual({ startDate: "2026-01-01", endDate: "2026-02-01" });
  });

  it("stay empty if the user has cleared them", () => {
    const address = daysInAddress({ startDate: undefined, endDate: undefined });
    expect(daysOf(address)).toEqual({ startDate: undefined, endDate: undefined });
  });
});
