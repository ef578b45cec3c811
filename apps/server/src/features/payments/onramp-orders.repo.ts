import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { providerEvents } from "@hearth/db/schema/provider-events";
import { transfers } from "@hearth/db/schema/transfers";
import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { TransferRow } from "./transfers.repo.ts";

export type OnrampOrderRow = typeof onrampOrders.$inferSelect;

/** Keeps an attempt before the provider hears of it, so that no money can arrive under a name that nobody knows. */
export async function insertOnrampOrder(db: DatabaseOrTransaction, order: typeof onrampOrders.$inferInsert): Promise<OnrampOrderRow> {
  const [row] = await db.insert(onrampOrders).values(order).returning();
  if (!row) throw new Error("The inserted order was not returned");
  return row;
}

/** Takes the orders that are due and puts them off until `until`, so that no other process asks for them meanwhile. */
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

/** Makes an order due now, unless there is nothing left to ask. */
export async function markOrderDue(tx: Transaction, userRef: string, now: Date): Promise<void> {
  await tx
    .update(onrampOrders)
    .set({ nextLookAt: sql`least(${onrampOrders.nextLookAt}, ${now.toISOString()})` })
    .where(and(eq(onrampOrders.userRef, userRef), isNotNull(onrampOrders.nextLookAt)));
}

/** The living transfers of a transaction to a payee that belong to no payment and name none, locked. */
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
        isNull(transfers.orphanedAt),
      ),
    )
    .for("update");
}
