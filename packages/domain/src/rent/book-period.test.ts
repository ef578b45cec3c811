import { expect, it } from "vitest";
import { bookPeriodName, daysOfPeriod, periodsUntil } from "./book-period.ts";

it("has the days of a month and of a year to their edges", () => {
  expect(daysOfPeriod("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(daysOfPeriod("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(daysOfPeriod("2026")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});

it("names them as people read them", () => {
  expect(["2026-11", "2026"].map(bookPeriodName)).toEqual(["November 2026", "2026"]);
});

it("offers the month to come, the two years before it and three whole years", () => {
  const periods = periodsUntil("2026-12-31");
  expect(periods.slice(0, 3)).toEqual(["2027-01", "2026-12", "2026-11"]);
  expect(periods.slice(-4)).toEqual(["2024-12", "2026", "2025", "2024"]);
});
