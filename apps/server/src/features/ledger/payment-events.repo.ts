import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type PaymentEventData, paymentEvents } from "@hearth/db/schema/payment-events";
import type { PaymentEventType } from "@hearth/domain/payments/status";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";

export interface NewPaymentEvent {
  paymentId: string;
  type: PaymentEventType;
  actorId?: string | null;
  data?: PaymentEventData;
  at: Date;
}

/** Inserts an event. Listeners are notified when the transaction commits. */
export async function insertPaymentEvent(tx: Transaction, event: NewPaymentEvent): Promise<void> {
  await tx.insert(paymentEvents).values(event);
}

/** Inserts events of one or several payments in one statement. Listeners are notified when the transaction commits. */
export async function insertPaymentEvents(tx: Transaction, events: NewPaymentEvent[]): Promise<void> {
  if (events.length > 0) await tx.insert(paymentEvents).values(events);
}

/** Lists a payment's timeline, oldest first. */
export async function listPaymentEvents(db: DatabaseOrTransaction, paymentId: string) {
  return db.select().from(paymentEvents).where(eq(paymentEvents.paymentId, paymentId)).orderBy(asc(paymentEvents.id));
}

/** Returns the status that a payment last got by expiry or cancellation, or null when it never ended. */
export async function findLastEnding(db: DatabaseOrTransaction, paymentId: string): Promise<"failed" | "cancelled" | null> {
  const [row] = await db
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), inArray(paymentEvents.type, ["cancelled", "expired"])))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  if (!row) return null;
  return row.type === "cancelled" ? "cancelled" : "failed";
}

/** Wakes the listeners of these payments without a new event: another block confirmed their transfer. */
export async function notifyPayments(tx: Transaction, paymentIds: string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.execute(sql`select pg_notify('payment_events', id || ':0') from unnest(${sql.param(paymentIds)}::text[]) as id`);
}

/** Wakes a payment's listeners when the transaction commits, because something related changed. */
export async function notifyFollowers(tx: Transaction, paymentId: string): Promise<void> {
  await notifyPayments(tx, [paymentId]);
}
