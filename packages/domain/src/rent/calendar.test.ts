import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countDays, dayAfter, dayIn, dayOf, daysBetween, isDay, monthAfter, startOfDay } from "./calendar.ts";

const zones = ["America/New_York", "Africa/Cairo", "Asia/Beirut", "Pacific/Apia", "Australia/Lord_Howe", "America/Sao_Paulo", "UTC"];

describe("calendar days", () => {
  it("are clamped to the month's end, without drift from month to month", () => {
    const ends = [0, 1, 2, 3]
      .map((months) => monthAfter("2027-12-01", months))
      .map((month) => dayOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 31));
    expect(ends).toEqual(["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"]);
  });

  it("are checked for existence", () => {
    expect(["2028-02-29", "2026-12-31"].map(isDay)).toEqual([true, true]);
    expect(["2026-02-29", "2026-13-01", "2026-1-01", "1999-12-31", "2026-04-31", "0000-00-00"].map(isDay)).toEqual(Array(6).fill(false));
  });

  it("begin at their first moment in the time zone", () => {
    expect(startOfDay("2026-04-24", "Africa/Cairo").toISOString()).toBe("2026-04-23T22:00:00.000Z"); // clocks go from 24:00 to 01:00
    expect(startOfDay("2026-03-08", "America/New_York").toISOString()).toBe("2026-03-08T05:00:00.000Z");
    expect(startOfDay("2026-03-09", "America/New_York").toISOString()).toBe("2026-03-09T04:00:00.000Z");
    expect(startOfDay("2026-11-02", "America/New_York").toISOString()).toBe("2026-11-02T05:00:00.000Z");
  });

  it("begin with the next day if the time zone skipped them", () => {
    expect(startOfDay("2011-12-30", "Pacific/Apia").toISOString()).toBe("2011-12-30T10:00:00.000Z");
    expect(startOfDay("2011-12-31", "Pacific/Apia").toISOString()).toBe("2011-12-30T10:00:00.000Z");
    expect(countDays("2011-12-29", "2011-12-31", "Pacific/Apia")).toBe(2);
    expect(countDays("2026-03-07", "2026-03-09", "America/New_York")).toBe(3);
    expect(countDays("2026-03-09", "2026-03-07", "America/New_York")).toBe(0);
  });

  it("start at the same moment whatever is done with an earlier answer", () => {
    startOfDay("2026-03-08", "America/Chicago").setTime(0);
    expect(startOfDay("2026-03-08", "America/Chicago").toISOString()).toBe("2026-03-08T06:00:00.000Z");
    expect(startOfDay("2026-03-08", "America/Denver").toISOString()).toBe("2026-03-08T07:00:00.000Z");
    expect(startOfDay("2026-03-09", "America/Chicago").toISOString()).toBe("2026-03-09T05:00:00.000Z");
  });

  it("contain each moment exactly once, in every time zone", () => {
    const days = fc.integer({ min: 0, max: 4_000 }).map((count) => dayAfter("2020-01-01", count));
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        const start = startOfDay(day, zone);
        expect(dayIn(start, zone)).toBe(day);
        expect(dayIn(new Date(start.getTime() - 1), zone) < day).toBe(true);
        expect(daysBetween(day, dayAfter(day, 37))).toBe(37);
      }),
    );
  });
});
