import { describe, expect, it } from "vitest";
import type { LateFee } from "./late-fee.ts";
import { beyondLateFeeLaw, lateFeeLawAt, lateFeeLaws, lawWords } from "./late-fee-laws.ts";

const lawOf = (code: string) => {
  const law = lateFeeLaws.find((one) => one.code === code);
  if (law === undefined) throw new Error(`No law of ${code}`);
  return law;
};

describe("the state of an address", () => {
  it.each([
    ["12 Elm Street, Albany, NY 12207", "NY"],
    ["12 Elm Street, Albany, NY 12207-1234, United States", "NY"],
    ["12 Elm Street, New York, New York", "NY"],
    ["12 Elm Street, New York, NY, 10001, USA", "NY"],
    ["5 Maine Avenue, Baltimore, md 21201", "MD"],
    ["1 Main St, Raleigh, North Carolina 27601", "NC"],
  ])("%s is in %s", (address, code) => expect(lateFeeLawAt(address)?.code).toBe(code));

  it.each([
    "",
    "NY",
    "12 Maryland Avenue, Providence, RI 02906",
    "12 Elm Street, Toronto, ON M5V 2T6, Canada",
    "New York, 4 King Street, London",
  ])("%o is in no state with figures", (address) => expect(lateFeeLawAt(address)).toBeNull());
});

const once: LateFee = { kind: "fixed", amount: 5_000, repeats: "once", capCents: null };
const share: LateFee = { ...once, kind: "percent", amount: 500 };
const daily: LateFee = { ...once, amount: 500, repeats: "daily" };
const rent = { rentCents: 145_000, graceDays: 15 };

describe("a late fee within its state's law", () => {
  it.each<[string, LateFee, number?]>([
    ["NY", once],
    ["NY", { ...once, amount: 3_000 }, 60_000],
    ["NY", { ...daily, capCents: 5_000 }],
    ["MD", share],
    ["MD", { ...once, amount: 7_250 }],
    ["CO", share],
    ["CO", once],
    ["CO", { ...share, capCents: 10_000 }, 900_000],
    ["TN", { ...share, amount: 1_000 }],
    ["TN", { ...share, repeats: "once", capCents: 2_000 }],
    ["CT", { ...once, amount: 90_000 }],
  ])("%s allows %o", (code, fee, rentCents = rent.rentCents) => {
    expect(beyondLateFeeLaw({ ...rent, rentCents, fee }, lawOf(code))).toBeNull();
  });

  it.each<[string, LateFee, string, number?]>([
    ["NY", { ...once, amount: 5_002 }, "lateFeeAmount"],
    ["NY", { ...once, amount: 3_002 }, "lateFeeAmount", 60_000],
    ["NY", share, "lateFeeAmount"],
    ["NY", daily, "lateFeeCap"],
    ["MD", { ...share, amount: 501 }, "lateFeeAmount"],
    // If the rent is nearly paid, a fixed sum exceeds the share of the rest.
    ["TN", { ...once, amount: 500 }, "lateFeeAmount"],
    ["TN", { ...daily, capCents: 14_500 }, "lateFeeAmount"],
    // The greater limit is the fixed sum for small unpaid amounts, and the share for large ones.
    ["CO", { ...once, amount: 5_500 }, "lateFeeAmount"],
    ["CO", { ...share, amount: 800 }, "lateFeeAmount"],
  ])("%s refuses %o at %s", (code, fee, field, rentCents = rent.rentCents) => {
    expect(beyondLateFeeLaw({ ...rent, rentCents, fee }, lawOf(code))?.field).toBe(field);
  });

  it("reports a grace period that is too short, with the law's words and source", () => {
    expect(beyondLateFeeLaw({ ...rent, graceDays: 4, fee: once }, lawOf("NY"))).toEqual({
      field: "graceDays",
      message: "New York requires a grace period of 5 days (N.Y. Real Prop. Law § 238-a)",
    });
    expect(beyondLateFeeLaw({ ...rent, fee: share }, lawOf("NY"))?.message).toBe(
      "New York allows at most the lesser of $50.00 and 5% of the month's rent (N.Y. Real Prop. Law § 238-a)",
    );
  });
});

it("describes a law", () => {
  expect(lawWords(lawOf("NY"))).toBe(
    "Late fees in New York: only after a grace period of 5 days, and at most the lesser of $50.00 and 5% of the month's rent (N.Y. Real Prop. Law § 238-a).",
  );
  expect(lawWords(lawOf("MN"))).toBe("Late fees in Minnesota: at most 8% of the unpaid rent (Minn. Stat. § 504B.177).");
});
