import { isBlockAfter } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { type AfterExpired, findPaymentByReference, lockPayment, type PaymentRow } from "./payments.repo.ts";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type TopUpRow = typeof topUps.$inferSelect;

/** A payment's own checkout, or a top-up's. */
export interface CheckoutRow {
  payment: PaymentRow;
  topUp: TopUpRow | null;
}

/** Returns the reference, binding, amount and times of the checkout's own row. */
export function currentCheckout({
  payment,
  topUp,
}: CheckoutRow): Pick<TopUpRow, "reference" | "binding" | "amountCents" | "createdAt" | "expiresAt"> {
  return topUp ?? payment;
}

/** Opens a top-up. Returns null when the payment already has an open one. */
export async function insertTopUp(tx: Transaction, topUp: typeof topUps.$inferInsert): Promise<TopUpRow | null> {
  const [row] = await tx.insert(topUps).values(topUp).onConflictDoNothing().returning();
  return row ?? null;
}

/** Finds a checkout by its secret reference. */
export async function findCheckoutByReference(db: DatabaseOrTransaction, reference: string): Promise<CheckoutRow | null> {
  const payment = await findPaymentByReference(db, reference);
  if (payment) return { payment, topUp: null };
  const [row] = await db
    .select({ payment: payments, topUp: topUps })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .where(eq(topUps.reference, reference));
  return row ?? null;
}

/** Finds a checkout by its public binding and locks its payment until the transaction ends. */
export async function lockCheckoutByBinding(tx: Transaction, chainId: number, binding: `0x${string}`): Promise<CheckoutRow | null> {
  const [ownPayment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.binding, binding), eq(payments.chainId, chainId)))
    .for("update");
  if (ownPayment) return { payment: ownPayment, topUp: null };
  const [topUp] = await tx.select().from(topUps).where(eq(topUps.binding, binding));
  const payment = topUp && (await lockPayment(tx, topUp.paymentId));
  return topUp && payment?.chainId === chainId ? { payment, topUp } : null;
}

export async function findTopUp(db: DatabaseOrTransaction, id: string | null): Promise<TopUpRow | null> {
  if (id === null) return null;
  const [row] = await db.select().from(topUps).where(eq(topUps.id, id));
  return row ?? null;
}

export async function listTopUps(db: DatabaseOrTransaction, ids: readonly string[]): Promise<TopUpRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(topUps)
        .where(inArray(topUps.id, [...ids]));
}

/** Finds a payment's open top-up. */
export async function findOpenTopUp(db: DatabaseOrTransaction, paymentId: string): Promise<TopUpRow | null> {
  const [row] = await db
    .select()
    .from(topUps)
    .where(and(eq(topUps.paymentId, paymentId), isNull(topUps.endedAt)));
  return row ?? null;
}

/** Ends and returns the open top-ups of payments. Requires the payments' locks. */
export async function markTopUpsEnded(tx: Transaction, paymentIds: string[], now: Date): Promise<TopUpRow[]> {
  return tx
    .update(topUps)
    .set({ endedAt: now })
    .where(and(sql`${topUps.paymentId} = any(${sql.param(paymentIds)}::uuid[])`, isNull(topUps.endedAt)))
    .returning();
}

/** Lists payments whose open top-up has expired by the clock and by the recorded blocks, oldest first, after `after`. */
export async function listExpiredTopUps(
  db: DatabaseOrTransaction,
  now: Date,
  { after, limit }: { after: AfterExpired | null; limit: number },
): Promise<AfterExpired[]> {
  return db
    .select({ id: topUps.paymentId, expiresAt: topUps.expiresAt })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .innerJoin(chainCursors, eq(chainCursors.chainId, payments.chainId))
    .where(
      and(
        isNull(topUps.endedAt),
        lte(topUps.expiresAt, now),
        isBlockAfter(chainCursors.keptTime, topUps.expiresAt),
        isNotSetAside("expire-top-up", topUps.paymentId, now),
        after
          ? sql`(${topUps.expiresAt}, ${topUps.paymentId}) > (${after.expiresAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(topUps.expiresAt, topUps.paymentId)
    .limit(limit);
}
