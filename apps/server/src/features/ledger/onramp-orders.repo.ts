import { hasMoneyForOrder, hasMoneyForTopUpOrder } from "@hearth/db/arrived-money";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isBeingReturned } from "@hearth/db/being-returned";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { providerEvents } from "@hearth/db/schema/provider-events";
import { transfers } from "@hearth/db/schema/transfers";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, not, or, sql } from "drizzle-orm";
import type { CheckoutRow } from "./top-ups.repo.ts";
import type { TransferRow } from "./transfers.repo.ts";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type OnrampOrderRow = typeof onrampOrders.$inferSelect;

/** Stores an order before the provider is called, so that money never arrives for an unknown order. */
export async function insertOnrampOrder(db: DatabaseOrTransaction, order: typeof onrampOrders.$inferInsert): Promise<OnrampOrderRow> {
  const [row] = await db.insert(onrampOrders).values(order).returning();
  if (!row) throw new Error("The inserted order was not returned");
  return row;
}

/** Returns true when money that may belong to an onramp order of this checkout has reached the payee. */
export async function hasMoneyForOrderOf(db: DatabaseOrTransaction, { payment, topUp }: CheckoutRow): Promise<boolean> {
  if (topUp === null) return (await db.$count(payments, and(eq(payments.id, payment.id), hasMoneyForOrder))) > 0;
  const rows = await db
    .select({ id: topUps.id })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .where(and(eq(topUps.id, topUp.id), hasMoneyForTopUpOrder));
  return rows.length > 0;
}

/** Claims due orders by moving their next check to `until`, so that no other process takes them meanwhile. */
export async function claimDueOrders(db: DatabaseOrTransaction, now: Date, until: Date, limit: number): Promise<OnrampOrderRow[]> {
  const due = db
    .select({ id: onrampOrders.id })
    .from(onrampOrders)
    .where(and(lte(onrampOrders.nextLookAt, now), isNotSetAside("follow-order", onrampOrders.id, now)))
    .orderBy(onrampOrders.nextLookAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db.update(onrampOrders).set({ nextLookAt: until }).where(inArray(onrampOrders.id, due)).returning();
}

/** Updates an order, unless a transfer is bound to it. */
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

/** Stores a webhook event. Returns false for a repetition. */
export async function insertProviderEvent(tx: Transaction, event: typeof providerEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(providerEvents).values(event).onConflictDoNothing().returning({ id: providerEvents.id });
  return rows.length > 0;
}

/**
 * Makes orders due now: all unfinished orders of a payment, or the one in the provider's news. News count for any order with a session,
 * because the provider may report a second purchase after the first was bound.
 */
export async function markOrdersDue(
  db: DatabaseOrTransaction,
  which: { userRef: string } | { paymentId: string },
  now: Date,
): Promise<void> {
  const meant =
    "userRef" in which
      ? and(eq(onrampOrders.userRef, which.userRef), ne(onrampOrders.state, "noSession"))
      : and(eq(onrampOrders.paymentId, which.paymentId), isNotNull(onrampOrders.nextLookAt));
  await db
    .update(onrampOrders)
    .set({ nextLookAt: sql`least(${onrampOrders.nextLookAt}, ${now.toISOString()})` })
    .where(meant);
}

/** Sets the next check of a bound order; null ends the checks. Does nothing when its money has left the chain meanwhile. */
export async function scheduleBoundCheck(db: DatabaseOrTransaction, id: string, nextLookAt: Date | null): Promise<void> {
  await db
    .update(onrampOrders)
    .set({ nextLookAt })
    .where(and(eq(onrampOrders.id, id), isNotNull(onrampOrders.boundAt)));
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Transaction, id: string): Promise<OnrampOrderRow | null> {
  const [row] = await tx.select().from(onrampOrders).where(eq(onrampOrders.id, id)).for("update");
  return row ?? null;
}

/**
 * Resumes following orders: the bound ones of a payment whose money left the chain, or all of a transaction from which a person detached a
 * transfer.
 */
export async function releaseOrders(tx: Transaction, which: { paymentId: string } | { txHash: string }, now: Date): Promise<void> {
  const isMeant =
    "paymentId" in which
      ? and(eq(onrampOrders.paymentId, which.paymentId), isNotNull(onrampOrders.boundAt))
      : namesTransaction(which.txHash);
  await tx.update(onrampOrders).set({ boundAt: null, nextLookAt: now }).where(isMeant);
}

/** Written like its index, so that the planner uses it. */
function namesTransaction(txHash: string) {
  return and(isNotNull(onrampOrders.txHash), eq(sql`lower(${onrampOrders.txHash})`, txHash.toLowerCase()));
}

/** Limit of orders and transfers per transaction, above what a provider delivers at once. */
const deliveriesAtOnce = 100;

/** Lists the unbound orders that name a transaction and pay the same wallet, with their checkout's amount in cents. */
export async function listOrdersDeliveredBy(tx: Transaction, where: { chainId: number; txHash: string; toAddress: string }) {
  return tx
    .select({ id: onrampOrders.id, amountCents: sql<number>`coalesce(${topUps.amountCents}, ${payments.amountCents})` })
    .from(onrampOrders)
    .innerJoin(payments, eq(payments.id, onrampOrders.paymentId))
    .leftJoin(topUps, eq(topUps.id, onrampOrders.topUpId))
    .where(
      and(
        namesTransaction(where.txHash),
        isNull(onrampOrders.boundAt),
        eq(payments.chainId, where.chainId),
        eq(sql`lower(${payments.payeeAddress})`, where.toAddress.toLowerCase()),
      ),
    )
    .orderBy(onrampOrders.id)
    .limit(deliveriesAtOnce);
}

/**
 * Returns true when more living transfers of a transaction belong to the payment than orders of the same checkout are bound to it. Counts
 * transfers assigned by the onramp or by a person. One of them is then the money of an unbound order.
 */
export async function hasUnclaimedDelivery(tx: Transaction, { paymentId, topUpId }: OnrampOrderRow, txHash: string): Promise<boolean> {
  const isOfCheckout = topUpId === null ? isNull(transfers.topUpId) : eq(transfers.topUpId, topUpId);
  const isNamed = or(eq(transfers.boundBy, "admin"), and(eq(transfers.boundBy, "onramp"), isOfCheckout));
  const delivered = await tx.$count(
    transfers,
    and(
      eq(transfers.paymentId, paymentId),
      eq(sql`lower(${transfers.txHash})`, txHash.toLowerCase()),
      isNull(transfers.reorgedAt),
      isNamed,
    ),
  );
  const bound = await tx.$count(
    onrampOrders,
    and(
      eq(onrampOrders.paymentId, paymentId),
      topUpId === null ? isNull(onrampOrders.topUpId) : eq(onrampOrders.topUpId, topUpId),
      namesTransaction(txHash),
      isNotNull(onrampOrders.boundAt),
    ),
  );
  return delivered > bound;
}

/** Counts purchases made between two times that the provider reports as delivered but whose money is not bound to their payment. */
export async function countUndelivered(db: DatabaseOrTransaction, from: Date, until: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(onrampOrders)
    .where(
      and(
        eq(onrampOrders.state, "succeeded"),
        isNull(onrampOrders.boundAt),
        gt(onrampOrders.createdAt, from),
        lt(onrampOrders.createdAt, until),
      ),
    );
  return row?.count ?? 0;
}

/**
 * Locks the living unmatched transfers of a transaction to a payee, in log order. Leaves out transfers with a binding and those being
 * returned.
 */
export async function lockUnmatchedOfTransaction(
  tx: Transaction,
  where: { chainId: number; txHash: string; toAddress: string },
): Promise<TransferRow[]> {
  return tx
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, where.chainId),
        eq(sql`lower(${transfers.txHash})`, where.txHash.toLowerCase()),
        eq(sql`lower(${transfers.toAddress})`, where.toAddress.toLowerCase()),
        eq(transfers.verdict, "unmatched"),
        isNull(transfers.binding),
        isNull(transfers.reorgedAt),
        not(isBeingReturned),
      ),
    )
    .orderBy(asc(transfers.logIndex))
    .limit(deliveriesAtOnce)
    .for("update");
}
