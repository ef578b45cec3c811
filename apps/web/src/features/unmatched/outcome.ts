import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";

type Outcome = Outputs["merchant"]["transferCandidates"][number]["outcome"];

/** Says what attaching a transfer would do to a payment. `amount` is in dollars. */
export function outcomeSentence({ kind, by }: Outcome, amount: number): string {
  const [requestedAmount, difference] = [formatUsd(centsOf(amount)), by === 0 ? "less than $0.01" : formatUsd(centsOf(by))];
  if (kind === "exact") return `Completes the payment of ${requestedAmount}.`;
  if (kind === "short") return `Leaves the payment of ${requestedAmount} short by ${difference}, which its payer can top up.`;
  return `Completes the payment of ${requestedAmount}, over by ${difference}.`;
}
