import { hasMoneyForOrder, hasMoneyForTopUpsOrder } from "@hearth/db/arrived-money";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isGoingBack } from "@hearth/db/going-back";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { providerEvents } from "@hearth/db/schema/provider-events";
import { transfers } from "@hearth/db/schema/transfers";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, not, sql } from "drizzle-orm";
import type { CheckoutRow } from "./top-ups.repo.ts";
import type { TransferRow } from "./transfers.repo.ts";

export type OnrampOrderRow = typeof onrampOrders.$inferSelect;

/** Keeps an attempt before the provider hears of it, so that no money can arrive under a name that nobody knows. */
export async function insertOnrampOrder(db: DatabaseOrTransaction, order: typeof onrampOrders.$inferInsert): Promise<OnrampOrderRow> {
  const [row] = await db.insert(onrampOrders).values(order).returning();
  if (!row) throw new Error("The inserted order was not returned");
  return row;
}

/** Whether money has reached the payee that may be an onramp order's of the checkout, as the tables say it for a payment's own and for a top-up's. */
export async function hasMoneyForOrderOf(db: DatabaseOrTransaction, { payment, topUp }: CheckoutRow): Promise<boolean> {
  if (topUp === null) return (await db.$count(payments, and(eq(payments.id, payment.id), hasMoneyForOrder))) > 0;
  const rows = await db
    .select({ id: topUps.id })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .where(and(eq(topUps.id, topUp.id), hasMoneyForTopUpsOrder));
  return rows.length > 0;
}

/** Claims the orders that are due: puts them off until `until`, so that no other process asks for them meanwhile. */
export async function claimDueOrders(db: DatabaseOrTransaction, now: Date, until: Date, limit: number): Promise<OnrampOrderRow[]> {
  const due = db
    .select({ id: onrampOrders.id })
    .from(onrampOrders)
    .where(lte(onrampOrders.nextLookAt, now))
    .orderBy(onrampOrders.nextLookAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db.update(onrampOrders).set({ nextLookAt: until }).where(inArray(onrampOrders.id, due)).returning();
}

/** Writes what became of an order that no transfer is bound to yet. */
export async function updateOpenOrder(
  db: DatabaseOrTransaction,
  id: string,
  change: Partial<Pick<OnrampOrderRow, "state" | "txHash" | "nextLookAt" | "boundAt">>,
): Promise<void> {
  await db
    .update(onrampOrders)
    .set(change)
    .where(and(eq(onrampOrders.id, id), isNull(onrampOrders.boundAt)));
}

/** Keeps a webhook; false when it came before. */
export async function insertProviderEvent(tx: Transaction, event: typeof providerEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(providerEvents).values(event).onConflictDoNothing().returning({ id: providerEvents.id });
  return rows.length > 0;
}

/** Makes an order, or all of a payment's, due now, unless there is nothing left to ask. */
export async function markOrdersDue(
  db: DatabaseOrTransaction,
  which: { userRef: string } | { paymentId: string },
  now: Date,
): Promise<void> {
  const meant = "userRef" in which ? eq(onrampOrders.userRef, which.userRef) : eq(onrampOrders.paymentId, which.paymentId);
  await db
    .update(onrampOrders)
    .set({ nextLookAt: sql`least(${onrampOrders.nextLookAt}, ${now.toISOString()})` })
    .where(and(meant, isNotNull(onrampOrders.nextLookAt)));
}

/** Follows the order again whose money a transfer was, because that transfer has left the chain. */
export async function releaseOrder(
  tx: Transaction,
  { paymentId, txHash }: { paymentId: string; txHash: string },
  now: Date,
): Promise<void> {
  await tx
    .update(onrampOrders)
    .set({ boundAt: null, nextLookAt: now })
    .where(
      and(
        eq(onrampOrders.paymentId, paymentId),
        eq(sql`lower(${onrampOrders.txHash})`, txHash.toLowerCase()),
        isNotNull(onrampOrders.boundAt),
      ),
    );
}

/** How many purchases the provider calls delivered since `from`, made before `until`, without money that could be bound to their payment. */
export async function countUndelivered(db: DatabaseOrTransaction, from: Date, until: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(onrampOrders)
    .innerJoin(payments, eq(payments.id, onrampOrders.paymentId))
    .where(
      and(
        eq(onrampOrders.state, "succeeded"),
        isNull(onrampOrders.boundAt),
        ne(payments.status, "completed"),
        gt(onrampOrders.createdAt, from),
        lt(onrampOrders.createdAt, until),
      ),
    );
  return row?.count ?? 0;
}

/** Forgets the oldest webhooks that came before a time, so many at once; answers how many. */
export async function deleteProviderEventsBefore(db: DatabaseOrTransaction, before: Date, atOnce: number): Promise<number> {
  const old = db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(lt(providerEvents.receivedAt, before))
    .orderBy(providerEvents.receivedAt)
    .limit(atOnce);
  const rows = await db.delete(providerEvents).where(inArray(providerEvents.id, old)).returning({ id: providerEvents.id });
  return rows.length;
}

/** The living transfers of a transaction to a payee that belong to no payment, name none and do not go back to their sender, locked. */
export async function lockUnmatchedOfTransaction(
  tx: Transaction,
  where: { chainId: number; txHash: string; toAddress: string; usdcUnits: bigint },
): Promise<TransferRow[]> {
  return tx
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, where.chainId),
        eq(sql`lower(${transfers.txHash})`, where.txHash.toLowerCase()),
        eq(sql`lower(${transfers.toAddress})`, where.toAddress.toLowerCase()),
        eq(transfers.usdcUnits, where.usdcUnits),
        eq(transfers.verdict, "unmatched"),
        isNull(transfers.binding),
        isNull(transfers.reorgedAt),
        not(isGoingBack),
      ),
    )
    .for("update");
}
