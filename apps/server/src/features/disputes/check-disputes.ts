import type { DatabaseOrTransaction } from "@hearth/db/client";
import { applyDisputeEvent, type DisputeEventType } from "@hearth/domain/disputes/rules";
import { listDisputeStates } from "./dispute-records.repo.ts";

/** How many disputes' events are read at once. */
const batch = 1_000;

/**
 * Answers one sentence per dispute that is not what its events lead to; nothing at all is what it should answer. The two states that the
 * product never sets are not asked about.
 */
export async function checkDisputes(db: DatabaseOrTransaction): Promise<string[]> {
  const broken: string[] = [];
  let after: string | null = null;
  for (;;) {
    const states: Awaited<ReturnType<typeof listDisputeStates>> = await listDisputeStates(db, after, batch);
    for (const { id, status, events } of states) {
      const replayed = replay(events);
      const isSetByUs = status === "open" || status === "closed";
      if (isSetByUs && replayed !== status) broken.push(`Dispute ${id} is ${status}, but its events say ${replayed}`);
    }
    after = states.at(-1)?.id ?? null;
    if (after === null) return broken;
  }
}

function replay(events: DisputeEventType[]): "open" | "closed" | null {
  let state: "open" | "closed" | null = null;
  for (const type of events) {
    state = applyDisputeEvent(state, type);
    if (state === null) return null;
  }
  return state;
}
