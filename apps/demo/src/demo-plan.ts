import { type DisputeStory, planDisputes } from "./dispute-stories.ts";
import { planMonths } from "./monthly-payments.ts";
import { planOddPayments } from "./odd-payments.ts";
import type { DemoPlan, RefundPlan, TransferPlan } from "./plan.ts";

/** The whole demo, planned from a given moment. */
export interface WholePlan extends DemoPlan {
  anchor: Date;
  disputes: DisputeStory[];
  /** In order of time. No two of them share a second. */
  movements: (TransferPlan | RefundPlan)[];
}

/** Plans the whole demo backwards from a moment. The same moment always gives the same demo. */
export function makeDemoPlan(anchor: Date): WholePlan {
  const disputed = planDisputes(anchor);
  const parts = [planMonths(anchor), planOddPayments(anchor), disputed];
  const refunds = disputed.disputes.flatMap(({ refund }) => refund ?? []);
  const movements = oneBlockEach([...parts.flatMap((part) => part.transfers), ...refunds]);
  return {
    anchor,
    payments: parts.flatMap((part) => part.payments).toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime()),
    movements,
    transfers: movements.filter((movement) => "payment" in movement),
    disputes: disputed.disputes,
  };
}

/** Moves movements apart, so that each has a second of its own. Each is mined in a separate block. */
function oneBlockEach<Movement extends { at: Date }>(movements: Movement[]): Movement[] {
  let free = 0;
  return movements
    .toSorted((left, right) => left.at.getTime() - right.at.getTime())
    .map((movement) => {
      const at = Math.max(movement.at.getTime(), free);
      free = at + 1_000;
      return { ...movement, at: new Date(at) };
    });
}
