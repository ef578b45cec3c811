import { expect, it } from "vitest";
import { type MonthBills, monthStateOf } from "./owed.ts";

const bills: MonthBills = { lateCents: 0, openCents: 0, isBilled: true, paidCents: 0 };

it.each([
  ["pastDue", { lateCents: 1, openCents: 1, paidCents: 144_999 }],
  ["paid", { paidCents: 145_000 }],
  ["partly", { openCents: 45_000, paidCents: 100_000 }],
  ["due", { openCents: 145_000 }],
  ["nothingDue", { isBilled: false }],
] as const)("calls a month's bills %s", (state, figures) => {
  expect(monthStateOf({ ...bills, ...figures })).toBe(state);
});
