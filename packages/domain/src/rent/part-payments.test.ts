import { expect, it } from "vitest";
import type { OpenCharge } from "./allocation.ts";
import { partPaymentProblem, payableSums, wholeBillSums } from "./part-payments.ts";

const rent: OpenCharge = { id: "rent", kind: "rent", dueOn: "2026-11-01", openCents: 145_000 };
const water: OpenCharge = { id: "water", kind: "utility", dueOn: "2026-11-01", openCents: 4_000 };
const repair: OpenCharge = { id: "repair", kind: "repair", dueOn: "2026-11-09", openCents: 8_050 };

it("sums bills in payment order", () => {
  expect(wholeBillSums([repair, water, rent])).toEqual([145_000, 149_000, 157_050]);
});

it("sums the payer's chosen bills first", () => {
  expect(wholeBillSums([rent, water, repair], ["repair", "water"])).toEqual([8_050, 12_050, 157_050]);
});

it("has no sums if nothing is open, and skips chosen bills that are paid", () => {
  expect(wholeBillSums([])).toEqual([]);
  expect(wholeBillSums([rent], ["water"])).toEqual([145_000]);
});

it.each([145_000, 149_000, 157_050, 157_051, 400_000])("accepts %i cents, which leave no bill paid in part", (cents) => {
  expect(partPaymentProblem(cents, wholeBillSums([rent, water, repair]))).toBeNull();
});

it.each([1, 144_999, 145_001, 150_000, 157_049])("refuses %i cents, and names amounts that are allowed", (cents) => {
  expect(partPaymentProblem(cents, wholeBillSums([rent, water, repair]))).toBe(
    "Bills are paid whole here. Please pay $1,450.00, or $1,490.00 or $1,570.50 for what follows too.",
  );
});

it("names no amount below a payment's minimum", () => {
  expect(partPaymentProblem(100, [60, 145_060])).toBe("Bills are paid whole here. Please pay $1,450.60.");
});

it("offers the sums that one payment can carry, and none if the first bill is larger", () => {
  expect(payableSums([60, 145_060, 1_000_001])).toEqual([145_060]);
  expect(payableSums([1_000_001, 1_145_060])).toEqual([]);
});

it("names one amount if there is only one", () => {
  expect(partPaymentProblem(100, wholeBillSums([rent]))).toBe("Bills are paid whole here. Please pay $1,450.00.");
});

it("accepts any amount if nothing is open", () => {
  expect(partPaymentProblem(100, [])).toBeNull();
});

it("accepts parts of a bill larger than one payment, and never asks for more than one payment", () => {
  expect(partPaymentProblem(100, [2_000_000])).toBeNull();
  expect(partPaymentProblem(100, [145_000, 2_000_000])).toBe("Bills are paid whole here. Please pay $1,450.00.");
});
