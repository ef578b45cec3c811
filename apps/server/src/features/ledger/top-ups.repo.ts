import { isBlockAfter } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { type AfterExpired, findPaymentByReference, lockPayment, type PaymentRow } from "./payments.repo.ts";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type TopUpRow = typeof topUps.$inferSelect;

/** A checkout where a payment is paid: its own, or a top-up's. */
export interface CheckoutRow {
  payment: PaymentRow;
  topUp: TopUpRow | null;
}

/** What a checkout asks for, where and until when: its own row says so. */
export function askedAt({
  payment,
  topUp,
}: CheckoutRow): Pick<TopUpRow, "reference" | "binding" | "amountCents" | "createdAt" | "expiresAt"> {
  return topUp ?? payment;
}

/** Opens a top-up, or answers null where the payment has an open one already. */
export async function insertTopUp(tx: Transaction, topUp: typeof topUps.$inferInsert): Promise<TopUpRow | null> {
  const [row] = await tx.insert(topUps).values(topUp).onConflictDoNothing().returning();
  return row ?? null;
}

/** The checkout behind a secret reference. */
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

/** The checkout behind a public binding, with its payment locked until the transaction ends. */
export async function lockCheckoutByBinding(tx: Transaction, chainId: number, binding: `0x${string}`): Promise<CheckoutRow | null> {
  const [own] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.binding, binding), eq(payments.chainId, chainId)))
    .for("update");
  if (own) return { payment: own, topUp: null };
  const [topUp] = await tx.select().from(topUps).where(eq(topUps.binding, binding));
  const payment = topUp && (await lockPayment(tx, topUp.paymentId));
  return topUp && payment?.chainId === chainId ? { payment, topUp } : null;
}

/** A top-up by its id, or none for none. */
export async function findTopUp(db: DatabaseOrTransaction, id: string | null): Promise<TopUpRow | null> {
  if (id === null) return null;
  const [row] = await db.select().from(topUps).where(eq(topUps.id, id));
  return row ?? null;
}

/** The top-ups with these ids. */
export async function listTopUps(db: DatabaseOrTransaction, ids: readonly string[]): Promise<TopUpRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(topUps)
        .where(inArray(topUps.id, [...ids]));
}

/** The top-up of a payment that has not ended. */
export async function findOpenTopUp(db: DatabaseOrTransaction, paymentId: string): Promise<TopUpRow | null> {
  const [row] = await db
    .select()
    .from(topUps)
    .where(and(eq(topUps.paymentId, paymentId), isNull(topUps.endedAt)));
  return row ?? null;
}

/** Ends the open top-ups of payments and answers them; a payment may have none. Runs with the payments locked. */
export async function markTopUpsEnded(tx: Transaction, paymentIds: string[], now: Date): Promise<TopUpRow[]> {
  return tx
    .update(topUps)
    .set({ endedAt: now })
    .where(and(sql`${topUps.paymentId} = any(${sql.param(paymentIds)}::uuid[])`, isNull(topUps.endedAt)))
    .returning();
}

/** The payments whose open top-up is over by the clock and by the blocks that were read, the oldest end first, from the one after `after`. */
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
