import { EventEmitter } from "node:events";
import type { Sql } from "postgres";

/** Announces that something happened to an entity. The details are read from the database, never from the message. */
export interface EventBus {
  /** Subscribes to an entity's events, until the subscription is closed or the signal aborts. */
  subscribe(uuid: string, signal: AbortSignal): Subscription;
  /** Time of the last event of any entity, by `performance.now()`; initially the time when listening began. */
  lastAt(): number;
  close(): Promise<void>;
}

/** Only remembers that something happened since the last call, so its memory does not grow with the events. */
export interface Subscription {
  /** Waits until something happened since the last call returned. Returns false once the subscription has ended. One call at a time. */
  changed(): Promise<boolean>;
  close(): void;
}

/** Channels that triggers notify. Each message begins with the UUID of a payment, a merchant or an account. */
export type EventChannel = "payment_events" | "merchant_events" | "user_events";

/** Listens on a database channel. The driver reconnects, which wakes every subscription. */
export async function startEventBus(sql: Sql, channel: EventChannel): Promise<EventBus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let lastAt = performance.now();
  const hear = (message: string) => {
    lastAt = performance.now();
    emitter.emit(message.split(":", 1)[0] ?? "");
  };
  const wakeAll = () => {
    for (const name of emitter.eventNames()) if (name !== "error") emitter.emit(name); // never "error", which Node treats specially
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
