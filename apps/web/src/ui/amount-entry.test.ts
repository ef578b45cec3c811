import { describe, expect, it } from "vitest";
import { amountTextProblem, finishAmountText, readAmountText, restingAmountText } from "./amount-entry.tsx";

describe("typing an amount", () => {
  it.each(["", "1", "1450", "1450.", "1450.5", "1450.50", ".5"])("keeps %j unchanged", (text) => {
    expect(readAmountText(text)).toBe(text);
    expect(amountTextProblem(text)).toBeNull();
  });

  it.each(["12.00.", "10000.00.", "1.2.3", "-1", "0-1", "1e3", "usd 40", "0x10", "abc", "1,2345"])(
    "keeps %j unchanged, and reports it as invalid",
    (text) => {
      expect(readAmountText(text)).toBe(text);
      expect(amountTextProblem(text)).toBe("Use digits and one decimal point, like 1,450.00");
    },
  );

  it.each(["1450.505", "1,450.505", ".001"])("says that %j has too many decimals", (text) => {
    expect(readAmountText(text)).toBe(text);
    expect(amountTextProblem(text)).toBe("Use at most two decimals");
  });

  it("drops a decimal point at the end once typing has ended, and nothing else", () => {
    expect(finishAmountText("12.")).toBe("12");
    for (const text of ["", ".", "12.5", "12.00.", "1,4", "abc."]) expect(finishAmountText(text)).toBe(text);
  });

  it.each(["1,", "1,4", "1,45", "10,000,", "1,5"])("accepts %j as incomplete", (text) => {
    expect(readAmountText(text)).toBe(text);
    expect(amountTextProblem(text)).toBeNull();
  });

  it.each([
    ["$1,450.00", "1450.00"],
    [" 10,000 ", "10000"],
    ["$40", "40"],
    ["$ 40.5", "40.5"],
    ["1,450", "1450"],
  ])("removes the sign and separators of %j", (text, amount) => {
    expect(readAmountText(text)).toBe(amount);
  });
});

describe("an amount field without focus", () => {
  it("groups digits and shows two decimals", () => {
    expect(restingAmountText("1450")).toBe("1,450.00");
    expect(restingAmountText("0.5")).toBe("0.50");
    expect(restingAmountText("10000.")).toBe("10,000.00");
  });

  it("keeps text that is not an amount", () => {
    expect(restingAmountText("")).toBe("");
    expect(restingAmountText(".")).toBe(".");
    expect(restingAmountText("1e3")).toBe("1e3");
  });
});
