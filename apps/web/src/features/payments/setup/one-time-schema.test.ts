import { createCheckoutInput } from "@hearth/domain/payments/inputs";
import { describe, expect, it } from "vitest";
import { oneTimeForm, typedPayment } from "./one-time-schema.ts";

const read = (amount: string, description = "") => oneTimeForm.safeParse({ amount, description });
const complaint = (amount: string) => read(amount).error?.issues[0]?.message;

describe("the form of a one-time payment", () => {
  it("parses an amount with no, one or two decimals", () => {
    expect(read("1450").data?.amount).toBe(145_000);
    expect(read("1450.5").data?.amount).toBe(145_050);
    expect(read("1450.00").data?.amount).toBe(145_000);
  });

  it.each(["12", "12.5", "12.50", "12.", "12.00.", "10000.00.", "1,000", "$12", "012", ".5", "1e3", " 12", "0.99", "10000.01"])(
    "takes %j or refuses it as the API does",
    (amount) => {
      const sent = createCheckoutInput.shape.amount.safeParse(amount);
      expect(read(amount).data?.amount).toBe(sent.data);
      expect(complaint(amount)).toBe(sent.error?.issues[0]?.message);
    },
  );

  it("shows the specified message for each invalid amount", () => {
    expect(complaint("")).toBe("Please enter a valid amount");
    expect(complaint("12.345")).toBe("Please enter a valid amount");
    expect(complaint("0.99")).toBe("Minimum payment amount is $1.00");
    expect(complaint("10000.01")).toBe("Maximum payment amount is $10,000.00");
  });

  it("accepts the minimum and the maximum", () => {
    expect(read("1").data?.amount).toBe(100);
    expect(read("10000").data?.amount).toBe(1_000_000);
  });

  it("counts the characters of a description, not its bytes", () => {
    expect(read("10", "é".repeat(200)).success).toBe(true);
    expect(read("10", "é".repeat(201)).success).toBe(false);
  });
});

describe("the values typed so far", () => {
  it("contain the amount once it is valid, and the trimmed description", () => {
    expect(typedPayment({ amount: "1450.", description: " December rent " })).toEqual({ cents: 145_000, description: "December rent" });
    expect(typedPayment({ amount: "0.99" })).toEqual({ cents: null, description: "" });
  });
});
