import { type DisputeStory, planDisputes } from "./dispute-stories.ts";
import { planMonths } from "./monthly-payments.ts";
import { planOddPayments } from "./odd-payments.ts";
import type { DemoPlan, TransferPlan } from "./plan.ts";

/** The demo as it is told on a given day. */
export interface WholePlan extends DemoPlan {
  anchor: Date;
  disputes: DisputeStory[];
}

/** Plans the whole demo backwards from a moment. The same moment always gives the same demo. */
export function makeDemoPlan(anchor: Date): WholePlan {
  const disputed = planDisputes(anchor);
  const parts = [planMonths(anchor), planOddPayments(anchor), disputed];
  const transfers = parts.flatMap((part) => part.transfers).toSorted((left, right) => left.at.getTime() - right.at.getTime());
  return {
    anchor,
    payments: parts.flatMap((part) => part.payments).toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime()),
    transfers: oneBlockEach(transfers),
    disputes: disputed.disputes,
  };
}

/** Two transfers never share a second, because each is mined in a block of its own. */
function oneBlockEach(transfers: TransferPlan[]): TransferPlan[] {
  let free = 0;
  return transfers.map((transfer) => {
    const at = Math.max(transfer.at.getTime(), free);
    free = at + 1_000;
    return { ...transfer, at: new Date(at) };
  });
}
