import { describe, expect, it } from "vitest";
import { formatCountdown, formatDayRange, monthOf, monthWords, zoneDay } from "./dates.ts";

const moment = new Date("2026-11-20T09:02:53Z");

describe("dates", () => {
  it("show the year once in a range within one year", () => {
    expect(formatDayRange(new Date("2026-11-01T00:00:00Z"), moment, "UTC")).toBe("Nov 1 – Nov 20, 2026");
    expect(formatDayRange(new Date("2025-12-01T00:00:00Z"), moment, "UTC")).toBe("Dec 1, 2025 – Nov 20, 2026");
  });
});

describe("countdown", () => {
  it("shows minutes and two-digit seconds, and stops at zero", () => {
    expect(formatCountdown(581)).toBe("9:41");
    expect(formatCountdown(8)).toBe("0:08");
    expect(formatCountdown(-3)).toBe("0:00");
  });
});

describe("calendar days", () => {
  it("format a month by its year and number", () => {
    expect(monthWords("2026-01")).toBe("January 2026");
    expect(monthWords("2026-12")).toBe("December 2026");
  });

  it("use the viewer's time zone for the month of a time", () => {
    const lastEvening = new Date(2026, 8, 30, 23, 59, 59);
    expect(monthOf(lastEvening.toISOString())).toBe("2026-09");
    expect(monthOf(new Date(2026, 9, 1).toISOString())).toBe("2026-10");
    expect(monthOf("2026-11-01T03:30:00Z", "America/New_York")).toBe("2026-10");
  });

  it("use a given time zone for the day of a time", () => {
    const at = new Date("2026-11-01T03:30:00Z");
    expect(zoneDay(at, "America/New_York")).toBe("2026-10-31");
    expect(zoneDay(at, "UTC")).toBe("2026-11-01");
  });
});
