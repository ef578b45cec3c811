import { expect, it } from "vitest";
import { monthsNamed, monthsSummary } from "./own-lease-words.ts";

const month = (period: string, amount = 1450) => ({ period: `${period}-01`, amount });

it("names months without a gap by the first and the last, also over a new year", () => {
  expect(monthsNamed(["2026-12-01", "2027-01-01", "2027-02-01"])).toBe("December 2026 to February 2027");
  expect(monthsNamed(["2027-04-01"])).toBe("April 2027");
});

it("names each of several months with a gap, so that none is claimed that is left out", () => {
  expect(monthsNamed(["2026-12-01", "2027-01-01", "2027-03-01"])).toBe("December 2026, January 2027 and March 2027");
});

it("says what each month costs and what all cost together", () => {
  const spring = [month("2027-04"), month("2027-05"), month("2027-06")];
  expect(monthsSummary(spring)).toBe("April 2027 to June 2027, $1,450.00 each, $4,350.00 in all");
  expect(monthsSummary(spring.slice(0, 1))).toBe("April 2027, $1,450.00");
});

it("says only the sum where the months cost differently", () => {
  expect(monthsSummary([month("2027-04"), month("2027-05", 1500)])).toBe("April 2027 to May 2027, $2,950.00 in all");
});
