import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";

/** The offer to take back late fees that money of an earlier day makes wrong. */
export function wrongFeesWords({ fees, amount }: { fees: number; amount: number }): string {
  const what = fees === 1 ? "the late fee that was" : `the ${fees} late fees that were`;
  return `Also take back ${what} asked since: ${formatUsd(centsOf(amount))} too much by this day`;
}
