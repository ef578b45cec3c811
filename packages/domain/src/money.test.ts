import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "./limits.ts";
import {
  centsToDecimal,
  centsToUsdcUnits,
  formatUsd,
  formatUsdc,
  parseCents,
  parsePaymentAmount,
  parseWireAmount,
  raisedToDollars,
  usdcUnitsToCents,
  usdcUnitsToWholeCents,
  wireAmount,
} from "./money.ts";

describe("every legal amount", () => {
  it("survives each conversion exactly, all 999,901 of them", () => {
    let checked = 0;
    for (let cents: number = limits.paymentMinCents; cents <= limits.paymentMaxCents; cents++) {
      const decimal = centsToDecimal(cents);
      const wire = wireAmount(cents);
      const units = centsToUsdcUnits(cents);
      const exact =
        parseCents(decimal) === cents &&
        parseWireAmount(wire) === cents &&
        parseWireAmount(JSON.parse(JSON.stringify(wire))) === cents &&
        usdcUnitsToCents(units) === cents &&
        usdcUnitsToWholeCents(units - 1n) === cents - 1 &&
        usdcUnitsToWholeCents(units) === cents &&
        units === BigInt(decimal.replace(".", "")) * 10_000n &&
        formatUsd(cents).replaceAll(",", "") === `$${decimal}` &&
        formatUsdc(units).replaceAll(",", "") === decimal;
      if (!exact) expect.fail(`${cents} cents do not survive`);
      checked++;
    }
    expect(checked).toBe(999_901);
  });
});

describe("parsing an amount", () => {
  it.each([
    ["1", 100],
    ["1.0", 100],
    ["1.5", 150],
    ["1450.00", 145_000],
    ["10000", 1_000_000],
    ["10000.00", 1_000_000],
    ["0.01", 1],
  ])("reads %s", (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each([
    "",
    " ",
    "1 ",
    " 1",
    "+1",
    "-1",
    "1e3",
    "0x10",
    "1,000",
    "1.",
    ".5",
    "1.234",
    "01",
    "1..2",
    "1.2.3",
    "١",
    "1_000",
    "Infinity",
    "NaN",
    "$1",
    "1\n",
    "99999999999999999999",
  ])("refuses %j", (text) => expect(parseCents(text)).toBeNull());

  it("refuses a number with a third decimal, and numbers that print with an exponent", () => {
    expect(parseWireAmount(1.005)).toBeNull();
    expect(parseWireAmount(1e21)).toBeNull();
    expect(parseWireAmount(1e-7)).toBeNull();
    expect(parseWireAmount(Number.NaN)).toBeNull();
    expect(parseWireAmount(-5)).toBeNull();
    expect(parseWireAmount(0.1 + 0.2)).toBeNull();
  });

  it("reports the rule that a payment's amount breaks, at both limits", () => {
    expect(parsePaymentAmount("0.99")).toEqual({ problem: "tooSmall" });
    expect(parsePaymentAmount("1.00")).toEqual({ cents: 100 });
    expect(parsePaymentAmount("10000.00")).toEqual({ cents: 1_000_000 });
    expect(parsePaymentAmount("10000.01")).toEqual({ problem: "tooLarge" });
    expect(parsePaymentAmount("abc")).toEqual({ problem: "invalid" });
  });

  it("accepts only plain decimals", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const cents = parseCents(text);
        return cents === null || (/^\d+(\.\d{1,2})?$/.test(text) && centsToDecimal(cents) === Number(text).toFixed(2));
      }),
    );
  });
});

describe("formatting an amount", () => {
  it("groups thousands and keeps two decimals", () => {
    expect(formatUsd(145_000)).toBe("$1,450.00");
    expect(formatUsd(5)).toBe("$0.05");
    expect(formatUsd(-123_456_789)).toBe("-$1,234,567.89");
    expect(formatUsdc(1n)).toBe("0.000001");
    expect(formatUsdc(1_234_567_891_234n)).toBe("1,234,567.891234");
  });

  it("refuses an amount that is not whole cents", () => {
    expect(() => centsToDecimal(1.5)).toThrow(RangeError);
    expect(() => centsToUsdcUnits(Number.NaN)).toThrow(RangeError);
  });
});

it.each([
  [145_000, 3, 149_400],
  [145_000, 0, 145_000],
  [144_950, 0, 144_950],
  [99_999, 2.5, 102_500],
  [145_000, Number.NaN, 145_000],
])("raises %i cents by %f percent to %i, in whole dollars", (cents, percent, raised) => {
  expect(raisedToDollars(cents, percent)).toBe(raised);
});
