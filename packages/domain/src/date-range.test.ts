import { describe, expect, it } from "vitest";
import { dateFilter, toDateRange } from "./date-range.ts";

const range = (startDate: string, endDate: string, timeZone: string) => {
  const { from, to } = toDateRange({ startDate, endDate }, timeZone);
  return [from?.toISOString(), to?.toISOString()];
};

describe("a date filter", () => {
  it("reads a bare date as the whole day in the viewer's time zone", () => {
    expect(range("2026-11-01", "2026-11-20", "UTC")).toEqual(["2026-11-01T00:00:00.000Z", "2026-11-21T00:00:00.000Z"]);
    expect(range("2026-11-20", "2026-11-20", "Asia/Kolkata")).toEqual(["2026-11-19T18:30:00.000Z", "2026-11-20T18:30:00.000Z"]);
  });

  it("gives a day its own length when the clocks change", () => {
    expect(range("2026-11-01", "2026-11-01", "America/New_York")).toEqual(["2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"]);
    expect(range("2026-03-08", "2026-03-08", "America/New_York")).toEqual(["2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"]);
  });

  it("includes the millisecond of an end given as a time", () => {
    const noon = "2026-11-20T12:00:00.000Z";
    expect(range(noon, noon, "UTC")).toEqual([noon, "2026-11-20T12:00:00.001Z"]);
    expect(range("2026-11-20T12:00:00+02:00", "2026-11-20T12:00", "America/New_York")).toEqual([
      "2026-11-20T10:00:00.000Z",
      "2026-11-20T17:00:00.001Z",
    ]);
  });

  it("clamps to the years that a database can store", () => {
    const [from, to] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];
    expect(range("2026-11-01", "9999-12-31", "UTC")[1]).toBe(to);
    expect(range("0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "UTC")).toEqual([from, to]);
    expect(range("0001-01-01T00:00:00+14:00", "9999-12-31", "America/Chicago")).toEqual([from, to]);
  });

  it.each([
    ["2026-11-21", "2026-11-20"],
    ["2026-11-20T12:00:00.001Z", "2026-11-20T12:00:00.000Z"],
    ["2026-11-21", "2026-11-20T23:59:00Z"],
  ])("refuses a start after its end, from %s to %s", (startDate, endDate) => {
    expect(() => range(startDate, endDate, "UTC")).toThrow("The start date is after the end date");
  });

  it("leaves a missing end unbounded", () => {
    expect(toDateRange({}, "UTC")).toEqual({});
  });

  it.each(["2026-02-30", "2026-13-01", "0000-01-01", "yesterday", "", "2026-11-20T25:00:00Z", "11/20/2026", "2026-1-1", "NaN"])(
    "refuses %s",
    (text) => expect(dateFilter.safeParse(text).success).toBe(false),
  );

  it.each(["2024-02-29", "2026-11-20", "2026-11-20T10:00:00Z", "2026-11-20T10:00:00.123+05:30"])("reads %s", (text) =>
    expect(dateFilter.safeParse(text).success).toBe(true),
  );
});
