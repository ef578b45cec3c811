import { z } from "zod";
import type { EventBus } from "./event-bus.ts";

/** Input that a reconnecting client sends along. Ignored, because each view is complete. */
export const resumable = { lastEventId: z.string().max(64).optional() };

/** An entity whose events are followed, and the view that each event may have changed. */
export interface Followed<View> {
  bus: Pick<EventBus, "subscribe">;
  uuid: string;
  load(): Promise<View>;
}

/**
 * Yields the view of each entity now, and again after each of its events, each with a different mark. Any number of events during a load
 * cause one more load. Subscribes before the first load, so that no event is missed. Ends with the client's signal.
 */
export async function* follow<View>(
  followed: readonly Followed<View>[],
  signal: AbortSignal | undefined,
): AsyncGenerator<[mark: string, view: View]> {
  const streams = followed.map(({ bus, uuid, load }) => ({ events: bus.subscribe(uuid, signal ?? new AbortController().signal), load }));
  type Stream = (typeof streams)[number];
  const nextOf = async (stream: Stream) => ({ stream, isOpen: await stream.events.changed() });
  try {
    let turn = 0;
    const waits = new Map<Stream, ReturnType<typeof nextOf>>();
    for (const stream of streams) {
      yield [String(++turn), await stream.load()];
      waits.set(stream, nextOf(stream));
    }
    for (;;) {
      const { stream, isOpen } = await Promise.race(waits.values());
      if (!isOpen) return;
      // Moves to the end, so that an entity with constant events does not hold up the others.
      waits.delete(stream);
      yield [String(++turn), await stream.load()];
      waits.set(stream, nextOf(stream));
    }
  } finally {
    for (const { events } of streams) events.close();
  }
}
