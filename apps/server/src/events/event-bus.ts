import { EventEmitter } from "node:events";
import type { Sql } from "postgres";

/** Says that something happened to a thing; what it was is read from the database, never from the message. */
export interface EventBus {
  /** Listens from this call on to the events of the thing with that UUID, until the subscription is closed or the signal aborts. */
  subscribe(uuid: string, signal: AbortSignal): Subscription;
  /** When anything last happened to anything, by `performance.now()`; when listening began, where nothing did. */
  lastAt(): number;
  close(): Promise<void>;
}

/** Remembers only whether anything happened since it was last asked, so it takes the same memory however many events arrive. */
export interface Subscription {
  /** Waits until something happened since the last call returned; false once the subscription is over. One call at a time. */
  changed(): Promise<boolean>;
  close(): void;
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
    subscribe: (uuid, signal) => subscribe(emitter, uuid, signal),
    lastAt: () => lastAt,
    close: async () => {
      await listening.unlisten();
    },
  };
}

function subscribe(emitter: EventEmitter, uuid: string, signal: AbortSignal): Subscription {
  let hasChanged = false;
  let isOver = false;
  let wake = () => {};
  const hear = () => {
    hasChanged = true;
    wake();
  };
  const close = () => {
    isOver = true;
    emitter.off(uuid, hear);
    signal.removeEventListener("abort", close);
    wake();
  };
  emitter.on(uuid, hear);
  signal.addEventListener("abort", close);
  if (signal.aborted) close();
  return {
    changed: async () => {
      if (!hasChanged && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      hasChanged = false;
      return !isOver;
    },
    close,
  };
}
