import { expect, it } from "vitest";
import { recurringForm } from "./recurring-schema.ts";

const read = (amount: string) => {
  const result = recurringForm.safeParse({ amount });
  return result.success ? result.data.amount : result.error.issues.map(({ message }) => message);
};

it("parses amounts to cents", () => {
  expect(read("1450")).toBe(145_000);
  expect(read("1.00")).toBe(100);
  expect(read("10000")).toBe(1_000_000);
});

it("requires a positive amount in whole cents", () => {
  for (const amount of ["", "0", "0.00", "-5", "0.001", "12.", "12.00.", "1e3", "abc"])
    expect(read(amount)).toEqual(["Please enter a valid positive amount."]);
});

it("applies the limits of a single payment", () => {
  expect(read("0.01")).toEqual(["Minimum payment amount is $1.00"]);
  expect(read("10000.01")).toEqual(["Maximum payment amount is $10,000.00"]);
});
