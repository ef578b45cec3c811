import { expect, it } from "vitest";
import type { OpenCharge } from "./allocation.ts";
import { partPaymentProblem, payableSums, wholeSums } from "./part-payments.ts";

const rent: OpenCharge = { id: "rent", kind: "rent", dueOn: "2026-11-01", openCents: 145_000 };
const water: OpenCharge = { id: "water", kind: "utility", dueOn: "2026-11-01", openCents: 4_000 };
const repair: OpenCharge = { id: "repair", kind: "repair", dueOn: "2026-11-09", openCents: 8_050 };

it("adds up bills in the order in which money pays them", () => {
  expect(wholeSums([repair, water, rent])).toEqual([145_000, 149_000, 157_050]);
});

it("adds up those first that the payer chose", () => {
  expect(wholeSums([rent, water, repair], ["repair", "water"])).toEqual([8_050, 12_050, 157_050]);
});

it("has no sum where nothing is open, and leaves out a chosen bill that is paid", () => {
  expect(wholeSums([])).toEqual([]);
  expect(wholeSums([rent], ["water"])).toEqual([145_000]);
});

it.each([145_000, 149_000, 157_050, 157_051, 400_000])("takes %i cents, which leave no bill paid in part", (cents) => {
  expect(partPaymentProblem(cents, wholeSums([rent, water, repair]))).toBeNull();
});

it.each([1, 144_999, 145_001, 150_000, 157_049])("refuses %i cents, and says what can be paid", (cents) => {
  expect(partPaymentProblem(cents, wholeSums([rent, water, repair]))).toBe(
    "Bills are paid whole here. Please pay $1,450.00, or $1,490.00 or $1,570.50 for what follows too.",
  );
});

it("names no sum that is less than a payment can be", () => {
  expect(partPaymentProblem(100, [60, 145_060])).toBe("Bills are paid whole here. Please pay $1,450.60.");
});

it("offers the sums that one payment can carry, and none where the first bill is larger than that", () => {
  expect(payableSums([60, 145_060, 1_000_001])).toEqual([145_060]);
  expect(payableSums([1_000_001, 1_145_060])).toEqual([]);
});

it("says one sum where there is only one", () => {
  expect(partPaymentProblem(100, wholeSums([rent]))).toBe("Bills are paid whole here. Please pay $1,450.00.");
});

it("takes anything where nothing is open", () => {
  expect(partPaymentProblem(100, [])).toBeNull();
});

it("takes parts of a bill that no single payment can carry, and never asks for more than one can", () => {
  expect(partPaymentProblem(100, [2_000_000])).toBeNull();
  expect(partPaymentProblem(100, [145_000, 2_000_000])).toBe("Bills are paid whole here. Please pay $1,450.00.");
});
