import { describe, expect, it } from "vitest";
import { actionName, factsText } from "./audit-words.ts";

describe("a line of the audit log", () => {
  it("shows an action in words, and an unknown one as it is stored", () => {
    expect(actionName("merchant.payeeSet")).toBe("Payout wallet changed");
    expect(actionName("something.new")).toBe("something.new");
  });

  it("shows values before and after a change", () => {
    expect(factsText({ status: { from: "active", to: "suspended" }, phoneNumber: { from: "555", to: null }, kind: "external" })).toBe(
      "status: active → suspended, phone number: 555 → nothing, kind: external",
    );
    expect(factsText({})).toBe("");
  });

  it("shows amounts in dollars", () => {
    expect(factsText({ chargebackCents: 0, amountCents: { from: "145000", to: null } })).toBe(
      "chargeback: $0.00, amount: $1,450.00 → nothing",
    );
    expect(factsText({ cents: 145000 })).toBe("amount: $1,450.00");
  });
});
