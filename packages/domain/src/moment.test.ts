import { describe, expect, it } from "vitest";
import { formatMoment } from "./moment.ts";

const moment = new Date("2026-11-20T09:02:53Z");

describe("a moment in words", () => {
  it("names its zone with every time of day, and a day without one", () => {
    expect(formatMoment(moment, "day", "UTC")).toBe("Nov 20, 2026");
    expect(formatMoment(moment, "minute", "UTC")).toBe("Nov 20, 2026, 9:02 AM UTC");
    expect(formatMoment(moment, "second", "UTC")).toBe("Nov 20, 2026, 9:02:53 AM UTC");
    expect(formatMoment(moment, "time", "UTC")).toBe("9:02:53 AM UTC");
  });

  it("is the zone's own time, in summer and in winter", () => {
    expect(formatMoment("2026-11-27T14:07:00Z", "minute", "America/New_York")).toBe("Nov 27, 2026, 9:07 AM EST");
    expect(formatMoment("2026-07-27T13:07:00Z", "minute", "America/New_York")).toBe("Jul 27, 2026, 9:07 AM EDT");
    expect(formatMoment("2026-11-20T03:00:00Z", "day", "America/Los_Angeles")).toBe("Nov 19, 2026");
    expect(formatMoment(moment, "minute", "Asia/Kolkata")).toBe("Nov 20, 2026, 2:32 PM GMT+5:30");
  });

  it("is UTC, and says so, in a zone that this machine does not know", () => {
    expect(formatMoment(moment, "second", "Moon/Tranquility")).toBe("Nov 20, 2026, 9:02:53 AM UTC");
  });
});
