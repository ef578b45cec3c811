import { z } from "zod";
import type { EventBus } from "./event-bus.ts";

/** What a live listener sends along when it connects again; its place is of no use here, since each view is whole. */
export const resumable = { lastEventId: z.string().max(64).optional() };

/**
 * Yields what `load` reads now, and again whenever something happens to the thing with that UUID, each with a mark that differs. Events that
 * arrive during a load, however many, cause one more load. Listening begins before the first load, so that no event is missed. Ends when
 * the listener goes.
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
