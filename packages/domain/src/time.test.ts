import { describe, expect, it } from "vitest";
import { checkoutExpiresAt, growthPercent, isCheckoutExpired, isTimeZone, isWithinDisputeWindow, monthName, monthRange } from "./time.ts";

const at = (iso: string) => new Date(iso);

describe("a checkout's time", () => {
  it("is over exactly 10 minutes after it was made", () => {
    const expiresAt = checkoutExpiresAt(at("2026-11-20T10:00:00.000Z"));
    expect(isCheckoutExpired(expiresAt, at("2026-11-20T10:09:59.999Z"))).toBe(false);
    expect(isCheckoutExpired(expiresAt, at("2026-11-20T10:10:00.000Z"))).toBe(true);
  });
});

describe("the dispute window", () => {
  it("includes the last moment of the 90th day and nothing after", () => {
    const paid = at("2026-01-01T00:00:00.000Z");
    expect(isWithinDisputeWindow(paid, at("2026-04-01T00:00:00.000Z"))).toBe(true);
    expect(isWithinDisputeWindow(paid, at("2026-04-01T00:00:00.001Z"))).toBe(false);
  });
});

describe("a month", () => {
  it("begins and ends at midnight of the viewer's zone, across a daylight-saving change", () => {
    const { from, to } = monthRange(at("2026-11-20T00:00:00Z"), "America/New_York");
    expect(from).toEqual(at("2026-11-01T04:00:00.000Z"));
    expect(to).toEqual(at("2026-12-01T05:00:00.000Z"));
  });

  it("is another one for viewers in other zones at the same moment", () => {
    const moment = at("2026-11-01T03:00:00Z");
    expect(monthName(moment, "UTC")).toBe("2026-11");
    expect(monthName(moment, "America/New_York")).toBe("2026-10");
    expect(monthName(moment, "UTC", -11)).toBe("2025-12");
  });

  it("goes back from the 31st without skipping February", () => {
    expect(monthName(at("2026-03-31T12:00:00Z"), "UTC", -1)).toBe("2026-02");
  });
});

describe("a time zone", () => {
  it("is known or not, and never an error", () => {
    expect(isTimeZone("Europe/Berlin")).toBe(true);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("")).toBe(false);
    expect(isTimeZone("x".repeat(10_000))).toBe(false);
  });
});

describe("growth", () => {
  it("compares with the whole of last month; 100 from nothing, 0 when both are nothing", () => {
    expect(growthPercent(157_840, 150_615)).toBe(4.8);
    expect(growthPercent(100, 0)).toBe(100);
    expect(growthPercent(0, 0)).toBe(0);
    expect(growthPercent(0, 100)).toBe(-100);
  });
});
