import { EventEmitter, on } from "node:events";
import type { Sql } from "postgres";

/** Says that something happened to a payment; what it was is read from the database, never from the message. */
export interface PaymentEventBus {
  /** Yields once per event of that payment, until the signal aborts. Events that come together may be yielded as one. */
  subscribe(paymentUuid: string, signal: AbortSignal): AsyncIterable<void>;
  close(): Promise<void>;
}

/** Listens on the channel that the payment_events trigger announces on; reconnecting is the driver's business, and wakes everybody. */
export async function startPaymentEventBus(sql: Sql): Promise<PaymentEventBus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const wakeAll = () => {
    for (const name of emitter.eventNames()) emitter.emit(name);
  };
  const listening = await sql.listen("payment_events", (message) => emitter.emit(message.split(":", 1)[0] ?? ""), wakeAll);
  return {
    async *subscribe(paymentUuid, signal) {
      try {
        for await (const _ of on(emitter, paymentUuid, { signal })) yield;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    close: async () => {
      await listening.unlisten();
    },
  };
}
