import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import type { PaymentOddity, PaymentStatus } from "@hearth/domain/payments/status";
import { and, desc, eq, isNull, lt, lte, ne, or, sql } from "drizzle-orm";

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;

/** Inserts a payment, or answers null when the payer already has an open checkout for that merchant and amount. */
export async function insertPayment(tx: Transaction, payment: NewPayment): Promise<PaymentRow | null> {
  const [row] = await tx.insert(payments).values(payment).onConflictDoNothing().returning();
  return row ?? null;
}

/** The payer's open checkout for that merchant and amount, locked until the transaction ends. */
export async function lockOpenPayment(
  tx: Transaction,
  key: { consumerId: string; merchantId: string; amountCents: number },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.consumerId, key.consumerId),
        eq(payments.merchantId, key.merchantId),
        eq(payments.amountCents, key.amountCents),
        eq(payments.status, "pending"),
      ),
    )
    .for("update");
  return row ?? null;
}

/** A payment, locked until the transaction ends. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return row ?? null;
}

/** The payment behind a public binding, locked until the transaction ends. */
export async function lockPaymentByBinding(tx: Transaction, chainId: number, binding: `0x${string}`): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.binding, binding), eq(payments.chainId, chainId)))
    .for("update");
  return row ?? null;
}

export async function findPaymentByReference(db: DatabaseOrTransaction, reference: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.reference, reference));
  return row ?? null;
}

/** A payer's own payment; somebody else's is absent. */
export async function findOwnPayment(db: DatabaseOrTransaction, id: string, consumerId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.consumerId, consumerId)));
  return row ?? null;
}

/** Counts a transfer for a payment; null when it was completed in the meantime, or the transfer counts for another one. */
export async function markCompleted(
  tx: Transaction,
  id: string,
  set: { transferId: string; oddity: PaymentOddity; now: Date },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ status: "completed", oddity: set.oddity, transferId: set.transferId, completedAt: set.now, updatedAt: set.now })
    .where(and(eq(payments.id, id), ne(payments.status, "completed"), isNull(payments.transferId)))
    .returning();
  return row ?? null;
}

/** Ends a pending payment; null when it is not pending any more. */
export async function markEnded(
  tx: Transaction,
  id: string,
  set: { status: "cancelled" | "failed"; notes: string | null; now: Date },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ status: set.status, notes: set.notes, endedAt: set.now, updatedAt: set.now })
    .where(and(eq(payments.id, id), eq(payments.status, "pending")))
    .returning();
  return row ?? null;
}

/** Takes the count of exactly this transfer back; null when the payment counts another one or none. */
export async function markReopened(
  tx: Transaction,
  id: string,
  set: { transferId: string; status: Exclude<PaymentStatus, "completed">; now: Date },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ status: set.status, oddity: "none", transferId: null, completedAt: null, updatedAt: set.now })
    .where(and(eq(payments.id, id), eq(payments.transferId, set.transferId)))
    .returning();
  return row ?? null;
}

/** Pending payments whose checkout is over, oldest first. */
export async function listExpiredIds(db: DatabaseOrTransaction, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, "pending"), lte(payments.expiresAt, now)))
    .orderBy(payments.expiresAt)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Whether another payment holds the one open checkout that this payer may have for that merchant and amount. */
export async function hasOtherOpenPayment(tx: Transaction, payment: PaymentRow): Promise<boolean> {
  const open = await lockOpenPayment(tx, payment);
  return open !== null && open.id !== payment.id;
}

const newestDispute = (column: "status" | "result" | "result_reason") =>
  sql<
    string | null
  >`(select d.${sql.identifier(column)} from ${disputes} d where d.payment_id = ${payments.id} order by d.created_at desc limit 1)`;

const listed = {
  payment: payments,
  merchantName: merchants.name,
  txHash: transfers.txHash,
  disputeStatus: newestDispute("status"),
  disputeResult: newestDispute("result"),
  disputeReason: newestDispute("result_reason"),
};

export interface ListedPayment {
  payment: PaymentRow;
  merchantName: string;
  txHash: string | null;
  disputeStatus: string | null;
  disputeResult: string | null;
  disputeReason: string | null;
}

/** A payer's payments, newest first, after the given place in that order. */
export async function listOwnPayments(
  db: DatabaseOrTransaction,
  filter: { consumerId: string; status?: PaymentStatus; hideCancelled?: boolean; after?: { createdAt: Date; id: string }; limit: number },
): Promise<ListedPayment[]> {
  const { consumerId, status, hideCancelled, after, limit } = filter;
  return db
    .select(listed)
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .where(
      and(
        eq(payments.consumerId, consumerId),
        status ? eq(payments.status, status) : undefined,
        hideCancelled ? ne(payments.status, "cancelled") : undefined,
        after
          ? or(lt(payments.createdAt, after.createdAt), and(eq(payments.createdAt, after.createdAt), lt(payments.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

/** One payment of any payer, as lists show it. */
export async function getListedPayment(db: DatabaseOrTransaction, id: string): Promise<ListedPayment | null> {
  const [row] = await db
    .select(listed)
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .where(eq(payments.id, id));
  return row ?? null;
}

export interface MonthTotals {
  /** `2026-11` in the viewer's time zone. */
  month: string;
  status: PaymentStatus;
  count: number;
  cents: number;
}

/** A payer's payments added up by month and status, without the cancelled ones. */
export async function totalsByMonth(db: DatabaseOrTransaction, consumerId: string, timeZone: string): Promise<MonthTotals[]> {
  const month = sql<string>`to_char(${payments.createdAt} at time zone ${timeZone}, 'YYYY-MM')`;
  return db
    .select({
      month: month.as("month"),
      status: payments.status,
      count: sql<number>`count(*)::int`,
      cents: sql<string>`sum(${payments.amountCents})`.mapWith(Number),
    })
    .from(payments)
    .where(and(eq(payments.consumerId, consumerId), ne(payments.status, "cancelled")))
    .groupBy(sql`1`, payments.status);
}
