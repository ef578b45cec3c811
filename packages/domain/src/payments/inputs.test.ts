import { describe, expect, it } from "vitest";
import { checkoutReference, createCheckoutInput } from "./inputs.ts";

const firstMessage = (value: unknown) => createCheckoutInput.safeParse(value).error?.issues[0]?.message;

describe("creating a checkout", () => {
  it("parses dollars into cents, from text or a number", () => {
    expect(createCheckoutInput.parse({ amount: "1450.00" }).amount).toBe(145_000);
    expect(createCheckoutInput.parse({ amount: 1450.5 }).amount).toBe(145_050);
  });

  it("answers each wrong amount with its specified message", () => {
    expect(firstMessage({ amount: "0.99" })).toBe("Minimum payment amount is $1.00");
    expect(firstMessage({ amount: "10000.01" })).toBe("Maximum payment amount is $10,000.00");
    for (const amount of ["1e3", "1,000", "-5", "1.001", "", null, undefined, {}, [], true]) {
      expect(firstMessage({ amount })).toBe("Please enter a valid amount");
    }
  });

  it("refuses a number with floating-point noise, and says that it has too many decimals", () => {
    for (const amount of [1 + 14 / 100, 1.145])
      expect(firstMessage({ amount })).toBe("Please enter a valid amount, with at most two decimals");
    expect(createCheckoutInput.parse({ amount: 1.14 }).amount).toBe(114);
  });

  it("refuses unknown fields", () => {
    expect(createCheckoutInput.safeParse({ amount: 5, status: "completed" }).success).toBe(false);
    expect(createCheckoutInput.safeParse({ amount: 5, description: "x".repeat(201) }).success).toBe(false);
  });
});

describe("a checkout's reference", () => {
  it("is 32 bytes of lower-case hex", () => {
    expect(checkoutReference.safeParse("a".repeat(64)).success).toBe(true);
    for (const bad of ["a".repeat(63), "A".repeat(64), `0x${"a".repeat(62)}`]) expect(checkoutReference.safeParse(bad).success).toBe(false);
  });
});
