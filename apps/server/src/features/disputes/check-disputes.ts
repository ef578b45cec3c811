import type { DatabaseOrTransaction } from "@hearth/db/client";
import { applyDisputeEvent, type DisputeEventType } from "@hearth/domain/disputes/rules";
import type { Rule } from "../settlement/checking/check-state.ts";
import { listDisputeStates, listOwedBeyondPayment, listOwedThoughSettled } from "./dispute-records.repo.ts";

/**
 * Consistency rules: a dispute matches its events, is settled only when nothing is owed, and is owed at most what can still be returned.
 */
export const disputeRules: Rule[] = [
  { of: "disputes", check: checkEvents },
  {
    of: "disputes",
    check: async (db, ids) =>
      (await listOwedThoughSettled(db, ids)).map((id) => `Dispute ${id} is settled, but not all of its money went back`),
  },
  {
    of: "disputes",
    check: async (db, ids) =>
      (await listOwedBeyondPayment(db, ids)).map((id) => `Dispute ${id} is owed more than can still go back of its payment`),
  },
];

/** Skips the two statuses that the product never sets. */
async function checkEvents(db: DatabaseOrTransaction, ids: string[]): Promise<string[]> {
  const states = await listDisputeStates(db, ids);
  return states.flatMap(({ id, status, events }) => {
    const replayed = replay(events);
    const isSetByUs = status === "open" || status === "closed";
    return isSetByUs && replayed !== status ? [`Dispute ${id} is ${status}, but its events say ${replayed}`] : [];
  });
}

function replay(events: DisputeEventType[]): "open" | "closed" | null {
  let state: "open" | "closed" | null = null;
  for (const type of events) {
    state = applyDisputeEvent(state, type);
    if (state === null) return null;
  }
  return state;
}
