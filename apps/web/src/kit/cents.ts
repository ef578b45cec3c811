import { parseWireAmount } from "@hearth/domain/money";

/** An amount of the server's answers (dollars as a number) in whole cents. */
export function centsOf(amount: number): number {
  const cents = parseWireAmount(amount);
  if (cents === null) throw new RangeError("The server answered an amount that has no whole cents");
  return cents;
}
