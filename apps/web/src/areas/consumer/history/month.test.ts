import { expect, it } from "vitest";
import { monthOf, monthWords } from "./month.ts";

it("names a month by its own year and number", () => {
  expect(monthWords("2026-01")).toBe("January 2026");
  expect(monthWords("2026-12")).toBe("December 2026");
});

it("reads the month of a moment on the viewer's own calendar", () => {
  const lastEvening = new Date(2026, 8, 30, 23, 59, 59);
  expect(monthOf(lastEvening.toISOString())).toBe("2026-09");
  expect(monthOf(new Date(2026, 9, 1).toISOString())).toBe("2026-10");
});
