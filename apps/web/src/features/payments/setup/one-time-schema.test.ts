import { describe, expect, it } from "vitest";
import { oneTimeForm, typedPayment } from "./one-time-schema.ts";

const read = (amount: string, description = "") => oneTimeForm.safeParse({ amount, description });
const complaint = (amount: string) => read(amount).error?.issues[0]?.message;

describe("the form of a one-time payment", () => {
  it("reads a plain amount into cents, with one decimal or a point at the end as well", () => {
    expect(read("1450.00").data?.amount).toBe(145_000);
    expect(read("1450.5").data?.amount).toBe(145_050);
    expect(read("1450.").data?.amount).toBe(145_000);
  });

  it("says in the specified words what is wrong with an amount", () => {
    expect(complaint("")).toBe("Please enter a valid amount");
    expect(complaint("12.345")).toBe("Please enter a valid amount");
    expect(complaint("0.99")).toBe("Minimum payment amount is $1.00");
    expect(complaint("10000.01")).toBe("Maximum payment amount is $10,000.00");
  });

  it("takes both ends of the range", () => {
    expect(read("1").data?.amount).toBe(100);
    expect(read("10000").data?.amount).toBe(1_000_000);
  });

  it("counts the letters of a description, not their bytes", () => {
    expect(read("10", "é".repeat(200)).success).toBe(true);
    expect(read("10", "é".repeat(201)).success).toBe(false);
  });
});

describe("what has been typed so far", () => {
  it("is an amount as soon as it is valid, and a description without its ends", () => {
    expect(typedPayment({ amount: "1450.", description: " December rent " })).toEqual({ cents: 145_000, description: "December rent" });
    expect(typedPayment({ amount: "0.99" })).toEqual({ cents: null, description: "" });
  });
});
