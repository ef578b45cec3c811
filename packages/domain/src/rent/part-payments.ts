import { limits } from "../limits.ts";
import { formatUsd } from "../money.ts";
import { sortByPaymentOrder, type OpenCharge } from "./allocation.ts";

/**
 * The cumulative sums, in cents, that pay whole charges and leave none paid in part. The chosen charges come first, in their order, then
 * the others in payment order. The last sum is everything open.
 */
export function wholeBillSums(charges: readonly OpenCharge[], chosen: readonly string[] = []): number[] {
  const open = new Map(sortByPaymentOrder(charges).map(({ id, openCents }) => [id, openCents]));
  const order = new Set([...chosen.filter((id) => open.has(id)), ...open.keys()]);
  let sum = 0;
  return [...order].map((id) => (sum += open.get(id) ?? 0));
}

/** Keeps the sums that one payment can carry. Empty if the first bill is larger than one payment, so that it has to be paid in parts. */
export function payableSums(sums: readonly number[]): number[] {
  const { paymentMinCents: least, paymentMaxCents: most } = limits;
  return (sums[0] ?? 0) > most ? [] : sums.filter((sum) => sum >= least && sum <= most);
}

/**
 * Returns why an amount is refused where bills must be paid whole, or null if it is allowed. More than everything open is allowed; the rest
 * becomes a credit. A bill larger than one payment may be paid in parts.
 */
export function partPaymentProblem(cents: number, sums: readonly number[]): string | null {
  if (cents >= (sums.at(-1) ?? 0) || sums.includes(cents)) return null;
  const [first, ...others] = payableSums(sums).map((sum) => formatUsd(sum));
  if (first === undefined) return null;
  const or = others.length === 0 ? "" : `, or ${others.slice(0, 2).join(" or ")} for what follows too`;
  return `Bills are paid whole here. Please pay ${first}${or}.`;
}
