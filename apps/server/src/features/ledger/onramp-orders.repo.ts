import { hasMoneyForOrder, hasMoneyForTopUpsOrder } from "@hearth/db/arrived-money";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isGoingBack } from "@hearth/db/going-back";
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
    .where(and(lte(onrampOrders.nextLookAt, now), isNotSetAside("follow-order", onrampOrders.id, now)))
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

/**
 * Makes orders due now: all that still wait of a payment, or the one that the provider has news of. The provider may report a second purchase of an
 * order whose first one is bound already, so its news count for any order that has a session.
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

/** Says when a bound order is looked at again: null ends the looking. Changes nothing where its money has left the chain meanwhile. */
export async function lookAtBound(db: DatabaseOrTransaction, id: string, nextLookAt: Date | null): Promise<void> {
  await db
    .update(onrampOrders)
    .set({ nextLookAt })
    .where(and(eq(onrampOrders.id, id), isNotNull(onrampOrders.boundAt)));
}

/** An order, locked until the transaction ends. */
export async function lockOrder(tx: Transaction, id: string): Promise<OnrampOrderRow | null> {
  const [row] = await tx.select().from(onrampOrders).where(eq(onrampOrders.id, id)).for("update");
  return row ?? null;
}

/**
 * Follows orders again: the bound ones of a payment whose money has left the chain, or all that name the transaction of a transfer that no person
 * attaches to a payment any more.
 */
export async function releaseOrders(tx: Transaction, which: { paymentId: string } | { txHash: string }, now: Date): Promise<void> {
  const isMeant =
    "paymentId" in which
      ? and(eq(onrampOrders.paymentId, which.paymentId), isNotNull(onrampOrders.boundAt))
      : namesTransaction(which.txHash);
  await tx.update(onrampOrders).set({ boundAt: null, nextLookAt: now }).where(isMeant);
}

/** In the words of its index. */
function namesTransaction(txHash: string) {
  return and(isNotNull(onrampOrders.txHash), eq(sql`lower(${onrampOrders.txHash})`, txHash.toLowerCase()));
}

/** Orders and transfers that one transaction may have; more than a provider delivers at once. */
const deliveriesAtOnce = 100;

/** The orders that name a transaction, pay the same wallet and are not bound, with the cents that the checkout of each asks for. */
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
 * Whether more living transfers of a transaction are the payment's, named by the onramp or by a person, than orders of the same checkout are bound with
 * it: one of them is then the money of an order that is not bound.
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

/** Counts purchases made between two moments that the provider calls delivered and whose money is not bound to their payment. */
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

/** The living transfers of a transaction to a payee, in its order, that belong to no payment, name none and do not go back to their sender, locked. */
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
        not(isGoingBack),
      ),
    )
    .orderBy(asc(transfers.logIndex))
    .limit(deliveriesAtOnce)
    .for("update");
}
