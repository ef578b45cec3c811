import { expect, it } from "vitest";
import { zoneDay } from "./zone-day.ts";

it("says which day a moment is in the merchant's time zone, not in the viewer's", () => {
  const moment = new Date("2026-11-01T03:30:00Z");
  expect(zoneDay(moment, "America/New_York")).toBe("2026-10-31");
  expect(zoneDay(moment, "UTC")).toBe("2026-11-01");
});
