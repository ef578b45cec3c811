import { expect, it } from "vitest";
import { bookPeriodName, daysOfPeriod, periodsUntil } from "./book-period.ts";

it("spans a month or a year from its first to its last day", () => {
  expect(daysOfPeriod("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(daysOfPeriod("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(daysOfPeriod("2026")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});

it("formats months and years for people", () => {
  expect(["2026-11", "2026"].map(bookPeriodName)).toEqual(["November 2026", "2026"]);
});

it("offers next month, the 25 months before it and three years", () => {
  const periods = periodsUntil("2026-12-31");
  expect(periods.slice(0, 3)).toEqual(["2027-01", "2026-12", "2026-11"]);
  expect(periods.slice(-4)).toEqual(["2024-12", "2026", "2025", "2024"]);
});
