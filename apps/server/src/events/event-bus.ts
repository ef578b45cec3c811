import { EventEmitter, on } from "node:events";
import type { Sql } from "postgres";

/** Says that something happened to a thing; what it was is read from the database, never from the message. */
export interface EventBus {
  /** Yields once per event of the thing with that UUID, until the signal aborts. Events that come together may be yielded as one. */
  subscribe(uuid: string, signal: AbortSignal): AsyncIterable<void>;
  /** When anything last happened to anything, by `performance.now()`; when listening began, where nothing did. */
  lastAt(): number;
  close(): Promise<void>;
}

/** What triggers notify on, each message beginning with the UUID of a payment, a merchant or an account. */
export type EventChannel = "payment_events" | "merchant_events" | "user_events";

/** Listens on a channel of the database; reconnecting is the driver's business, and wakes everybody. */
export async function startEventBus(sql: Sql, channel: EventChannel): Promise<EventBus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let lastAt = performance.now();
  const hear = (message: string) => {
    lastAt = performance.now();
    emitter.emit(message.split(":", 1)[0] ?? "");
  };
  const wakeAll = () => {
    for (const name of emitter.eventNames()) if (name !== "error") emitter.emit(name); // whoever waits listens for that one, too
  };
  const listening = await sql.listen(channel, hear, wakeAll);
  return {
    async *subscribe(uuid, signal) {
      try {
        for await (const _ of on(emitter, uuid, { signal })) yield;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    lastAt: () => lastAt,
    close: async () => {
      await listening.unlisten();
    },
  };
}
