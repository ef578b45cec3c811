import { limits } from "./limits.ts";

/** USDC has 6 decimals and a cent has 2, so one cent is 10,000 base units (1 USD = 1 USDC). */
const usdcUnitsPerCent = 10_000n;

const plainDecimal = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/;

/**
 * Parses a plain decimal of dollars into whole cents, or null. Accepts digits with at most one point and two decimals. Refuses signs,
 * exponents, hex, separators, spaces and leading zeros.
 */
export function parseCents(text: string): number | null {
  const match = plainDecimal.exec(text);
  if (!match) return null;
  const [, dollars = "", decimals = ""] = match;
  return Number(dollars) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Parses an amount of a documented call (`1450`, `12.5`) into cents, or null if it has a third decimal. */
export function parseWireAmount(amount: number | string): number | null {
  return parseCents(typeof amount === "number" ? String(amount) : amount);
}

/** Converts cents to the JSON number of the documented calls, with at most two decimals. */
export function wireAmount(cents: number): number {
  return Number(centsToDecimal(cents));
}

/** Formats cents as a plain decimal with two decimals and no separator: `1450.00`. */
export function centsToDecimal(cents: number): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats cents for people: `$1,450.00`. */
export function formatUsd(cents: number): string {
  const [dollars = "", decimals = ""] = centsToDecimal(Math.abs(cents)).split(".");
  return `${cents < 0 ? "-" : ""}$${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

/** Converts cents to USDC base units (6 decimals). */
export function centsToUsdcUnits(cents: number): bigint {
  assertCents(cents);
  return BigInt(cents) * usdcUnitsPerCent;
}

/** Converts USDC base units to cents, or null if they are not a whole number of cents. */
export function usdcUnitsToCents(units: bigint): number | null {
  return units % usdcUnitsPerCent === 0n ? Number(units / usdcUnitsPerCent) : null;
}

/** Converts USDC base units to cents, dropping any fraction of a cent. */
export function usdcUnitsToWholeCents(units: bigint): number {
  return Number(units / usdcUnitsPerCent);
}

/** Converts USDC base units to whole USDC, dropping the fraction. For gauges and limits in whole dollars. */
export function usdcUnitsToWholeUsdc(units: bigint): number {
  return Number(units / 1_000_000n);
}

/** Formats USDC base units with separators and at least two decimals: `1,450.00`, `0.000001`. */
export function formatUsdc(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(7, "0");
  const whole = digits.slice(0, -6).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${units < 0n ? "-" : ""}${whole}.${digits.slice(-6).replace(/0{1,4}$/, "")}`;
}

export type AmountProblem = "invalid" | "tooSmall" | "tooLarge";

/** The specified message for each invalid payment amount. */
export const amountMessages: Record<AmountProblem, string> = {
  invalid: "Please enter a valid amount",
  tooSmall: "Minimum payment amount is $1.00",
  tooLarge: "Maximum payment amount is $10,000.00",
};

/** Parses a payment's amount: cents from 1.00 to 10,000.00 dollars, or what is wrong with it. */
export function parsePaymentAmount(amount: number | string): { cents: number } | { problem: AmountProblem } {
  const cents = parseWireAmount(amount);
  if (cents === null) return { problem: "invalid" };
  if (cents < limits.paymentMinCents) return { problem: "tooSmall" };
  if (cents > limits.paymentMaxCents) return { problem: "tooLarge" };
  return { cents };
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError("An amount in cents must be a whole number");
}

/** Raises an amount in cents by a percentage, rounded to whole dollars. Returns it as it is for a percentage that is not a number. */
export function raisedToDollars(cents: number, percent: number): number {
  return percent > 0 ? Math.round((cents * (100 + percent)) / 10_000) * 100 : cents;
}
