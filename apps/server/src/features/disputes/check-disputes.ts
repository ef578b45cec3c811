import type { DatabaseOrTransaction } from "@hearth/db/client";
import { applyDisputeEvent, type DisputeEventType } from "@hearth/domain/disputes/rules";
import type { Rule } from "../settlement/checking/check-state.ts";
import { listDisputeStates, listOwedBeyondPayment, listOwedThoughSettled } from "./dispute-records.repo.ts";

/** What disputes must be: what their events lead to, settled only where nothing is owed, and owed only what can still go back. */
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

/** The two states that the product never sets are not asked about. */
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
