import { describe, expect, it } from "vitest";
import { acceptAmountText, restingAmountText } from "./amount-entry.tsx";

describe("typing an amount", () => {
  it.each(["", "1", "1450", "1450.", "1450.5", "1450.50", ".5"])("takes %j as it is", (text) => {
    expect(acceptAmountText(text)).toBe(text);
  });

  it.each(["1450.505", "1.2.3", "-1", "1e3", "0x10", "abc", "1,5", "1450,00"])("ignores %j", (text) => {
    expect(acceptAmountText(text)).toBeNull();
  });

  it("takes a pasted amount with its sign and separators", () => {
    expect(acceptAmountText("$1,450.00")).toBe("1450.00");
    expect(acceptAmountText(" 10,000 ")).toBe("10000");
  });
});

describe("an amount at rest", () => {
  it("is grouped and has two decimals", () => {
    expect(restingAmountText("1450")).toBe("1,450.00");
    expect(restingAmountText("0.5")).toBe("0.50");
    expect(restingAmountText("10000.")).toBe("10,000.00");
  });

  it("stays as typed where it is not an amount yet", () => {
    expect(restingAmountText("")).toBe("");
    expect(restingAmountText(".")).toBe(".");
  });
});
