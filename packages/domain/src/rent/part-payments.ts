import { limits } from "../limits.ts";
import { formatUsd } from "../money.ts";
import { inOrderOfPayment, type OpenCharge } from "./allocation.ts";

/**
 * The sums, in cents, that pay the first charges whole and leave none paid in part, the smallest first and what is open in all last: those that were chosen
 * come first, in their order, and then the others in the order of payment.
 */
export function wholeSums(charges: readonly OpenCharge[], chosen: readonly string[] = []): number[] {
  const open = new Map(inOrderOfPayment(charges).map(({ id, openCents }) => [id, openCents]));
  const order = new Set([...chosen.filter((id) => open.has(id)), ...open.keys()]);
  let sum = 0;
  return [...order].map((id) => (sum += open.get(id) ?? 0));
}

/** Those of the sums, in cents, that one payment can carry; none where the first bill is larger, and so is paid in parts. */
export function payableSums(sums: readonly number[]): number[] {
  const { paymentMinCents: least, paymentMaxCents: most } = limits;
  return (sums[0] ?? 0) > most ? [] : sums.filter((sum) => sum >= least && sum <= most);
}

/**
 * What is against an amount where bills are paid whole; null where nothing is. More than all that is open may be paid: the rest is a credit. A bill of more
 * than one payment can carry may be paid in parts, because nothing else is possible.
 */
export function partPaymentProblem(cents: number, sums: readonly number[]): string | null {
  if (cents >= (sums.at(-1) ?? 0) || sums.includes(cents)) return null;
  const [first, ...others] = payableSums(sums).map((sum) => formatUsd(sum));
  if (first === undefined) return null;
  const or = others.length === 0 ? "" : `, or ${others.slice(0, 2).join(" or ")} for what follows too`;
  return `Bills are paid whole here. Please pay ${first}${or}.`;
}
