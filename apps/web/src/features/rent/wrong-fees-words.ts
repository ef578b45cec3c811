import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";

/** Label of the offer to void the late fees that a backdated payment makes wrong. */
export function wrongFeesWords({ count, amount }: { count: number; amount: number }): string {
  const what = count === 1 ? "the late fee that this makes wrong" : `the ${count} late fees that this makes wrong`;
  return `Also void ${what}: ${formatUsd(centsOf(amount))}`;
}
