import { parseWireAmount } from "@hearth/domain/money";

/** Converts a dollar amount of the API to cents. Throws if it is not a whole number of cents. */
export function centsOf(amount: number): number {
  const cents = parseWireAmount(amount);
  if (cents === null) throw new RangeError("The server returned an amount with fractions of a cent");
  return cents;
}
