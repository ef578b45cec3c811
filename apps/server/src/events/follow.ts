import { z } from "zod";
import type { EventBus } from "./event-bus.ts";

/** Input that a reconnecting client sends along. Ignored, because each view is complete. */
export const resumable = { lastEventId: z.string().max(64).optional() };

/**
 * Yields what `load` returns now, and again after each event of the entity, each with a different mark. Any number of events during a load
 * cause one more load. Subscribes before the first load, so that no event is missed. Ends with the client's signal.
 */
export async function* follow<View>(
  bus: Pick<EventBus, "subscribe">,
  uuid: string,
  load: () => Promise<View>,
  signal: AbortSignal | undefined,
): AsyncGenerator<[mark: string, view: View]> {
  const events = bus.subscribe(uuid, signal ?? new AbortController().signal);
  try {
    let turn = 0;
    do yield [String(++turn), await load()];
    while (await events.changed());
  } finally {
    events.close();
  }
}
