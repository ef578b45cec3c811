import { z } from "zod";
import type { EventBus } from "./event-bus.ts";

/** What a live listener sends along when it connects again; its place is of no use here, since each view is whole. */
export const resumable = { lastEventId: z.string().max(64).optional() };

/**
 * Yields what `load` reads now, and again whenever something happens to the thing with that UUID, each with a mark that differs.
 * Listening begins before the first read, so that nothing falls between the two. Ends when the listener goes.
 */
export async function* follow<View>(
  bus: EventBus,
  uuid: string,
  load: () => Promise<View>,
  signal: AbortSignal | undefined,
): AsyncGenerator<[mark: string, view: View]> {
  const ended = signal ?? new AbortController().signal;
  const wakes = bus.subscribe(uuid, ended)[Symbol.asyncIterator]();
  let next = wakes.next();
  for (let turn = 1; !ended.aborted; turn++) {
    yield [String(turn), await load()];
    if ((await next).done) return;
    next = wakes.next();
  }
}
