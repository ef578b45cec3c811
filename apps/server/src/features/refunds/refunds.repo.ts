import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { disputes } from "@hearth/db/schema/disputes";
import { payments } from "@hearth/db/schema/payments";
import { oddRefundTransfers } from "@hearth/db/schema/odd-refund-transfers";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { and, asc, eq, exists, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";

export type RefundRow = typeof refunds.$inferSelect;

/** A merchant's completed payment with the money that paid it, held until the transaction ends, so that its refunds take turns. */
export async function lockPaidPayment(tx: Transaction, merchantId: string, paymentId: string) {
  const [row] = await tx
    .select({ id: payments.id, payerId: payments.consumerId, usdcUnits: transfers.usdcUnits, paidFrom: transfers.fromAddress })
    .from(payments)
    .innerJoin(transfers, eq(transfers.id, payments.transferId))
    .where(and(eq(payments.id, paymentId), eq(payments.merchantId, merchantId), eq(payments.status, "completed")))
    .for("update", { of: payments });
  return row ?? null;
}
export type PaidPayment = NonNullable<Awaited<ReturnType<typeof lockPaidPayment>>>;

/** Holds a payment until the transaction ends, so that money that is counted for its refunds and refunds that are begun take turns. */
export async function holdPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for("update");
}

/** The same without holding it. */
export async function findPaidPayment(db: DatabaseOrTransaction, merchantId: string, paymentId: string): Promise<PaidPayment | null> {
  const [row] = await db
    .select({ id: payments.id, payerId: payments.consumerId, usdcUnits: transfers.usdcUnits, paidFrom: transfers.fromAddress })
    .from(payments)
    .innerJoin(transfers, eq(transfers.id, payments.transferId))
    .where(and(eq(payments.id, paymentId), eq(payments.merchantId, merchantId), eq(payments.status, "completed")));
  return row ?? null;
}

/** What an approved dispute about a merchant's payment is owed; null for any other dispute. */
export async function findOwedDispute(db: DatabaseOrTransaction, merchantId: string, disputeId: string) {
  const [row] = await db
    .select({ id: disputes.id, paymentId: disputes.paymentId, chargebackCents: disputes.chargebackCents, result: disputes.result })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.id, disputeId), eq(payments.merchantId, merchantId)));
  return row ?? null;
}

/** The refunds of a payment, oldest first. */
export async function listRefunds(db: DatabaseOrTransaction, paymentId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** The disputes about a payment that were approved. */
export async function listApprovedDisputes(db: DatabaseOrTransaction, paymentId: string) {
  return db
    .select({ id: disputes.id, result: disputes.result, chargebackCents: disputes.chargebackCents, resolvedAt: disputes.resolvedAt })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.result, "chargedBack")));
}

/** The refund of a dispute that was not cancelled. */
export async function findRefundOfDispute(db: DatabaseOrTransaction, disputeId: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.disputeId, disputeId), ne(refunds.status, "cancelled")));
  return row ?? null;
}

/** The completed refunds of disputes; each has one at most. */
export async function listCompletedRefunds(db: DatabaseOrTransaction, disputeIds: string[]): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.disputeId, disputeIds), eq(refunds.status, "completed")));
}

/** A merchant's own refund, held until the transaction ends. */
export async function lockOwnRefund(tx: Transaction, merchantId: string, id: string): Promise<RefundRow | null> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.merchantId, merchantId)))
    .for("update");
  return row ?? null;
}

/** Stores a new refund. */
export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<RefundRow> {
  const [row] = await tx.insert(refunds).values(refund).returning();
  if (!row) throw new Error("The refund was not stored");
  return row;
}

/** Cancels an open refund; whether it was open. */
export async function markCancelled(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ status: "cancelled" })
    .where(and(eq(refunds.id, id), eq(refunds.status, "open")))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Cancels the open refund of a dispute, because it asks for more than is owed by now; what it was, if there was one. */
export async function markOvertaken(tx: Transaction, disputeId: string): Promise<RefundRow | null> {
  const [row] = await tx
    .update(refunds)
    .set({ status: "cancelled" })
    .where(and(eq(refunds.disputeId, disputeId), eq(refunds.status, "open")))
    .returning();
  return row ?? null;
}

/**
 * The refunds of a chain whose money may still come or go: open ones, those begun, completed or sent oddly since a while ago, and those that
 * are not final.
 */
export async function listWatched(db: DatabaseOrTransaction, chainId: number, since: Date): Promise<RefundRow[]> {
  const sentOddly = db
    .select({ one: sql`1` })
    .from(oddRefundTransfers)
    .where(and(eq(oddRefundTransfers.refundId, refunds.id), gt(oddRefundTransfers.blockTime, since)));
  const isUnsettled = and(isNull(refunds.finalAt), or(inArray(refunds.status, ["open", "completed"]), gt(refunds.createdAt, since)));
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.chainId, chainId), or(isUnsettled, gt(refunds.completedAt, since), exists(sentOddly))))
    .orderBy(asc(refunds.scannedTo), asc(refunds.id));
}

/** Where a refund's transfer is on the chain. */
export type RefundTransfer = Required<Pick<RefundRow, "fromAddress" | "txHash" | "logIndex" | "blockNumber" | "blockHash">>;

/**
 * Counts a transfer for a refund; whether this call was the one that did. Where the dispute was refunded by another one meanwhile, this one
 * counts as freely given.
 */
export async function markCompleted(tx: Transaction, refund: RefundRow, transfer: RefundTransfer, now: Date): Promise<boolean> {
  const other = refund.disputeId === null ? null : await findRefundOfDispute(tx, refund.disputeId);
  const disputeId = other === null || other.id === refund.id ? refund.disputeId : null;
  const rows = await tx
    .update(refunds)
    .set({ ...transfer, disputeId, status: "completed", completedAt: now })
    .where(and(eq(refunds.id, refund.id), ne(refunds.status, "completed")))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

const noTransfer = { fromAddress: null, txHash: null, logIndex: null, blockNumber: null, blockHash: null, completedAt: null };

/**
 * Takes the count of the transfer in exactly that block back and looks again from before it; whether it was still counted. A payment that has
 * another open refund by now leaves this one cancelled, which is looked for as well.
 */
export async function markReopened(tx: Transaction, refund: RefundRow, scannedTo: bigint): Promise<boolean> {
  if (refund.blockHash === null) return false;
  const [other] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, refund.paymentId), eq(refunds.status, "open")));
  const rows = await tx
    .update(refunds)
    .set({ ...noTransfer, status: other ? "cancelled" : "open", scannedTo })
    .where(and(eq(refunds.id, refund.id), eq(refunds.blockHash, refund.blockHash), isNull(refunds.finalAt)))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Says that the block of a refund's transfer can never leave the chain. */
export async function markFinal(db: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ finalAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, "completed"), isNull(refunds.finalAt)));
}

/** Remembers up to where the transfers of these refunds were looked for; never backwards. */
export async function moveScanned(db: DatabaseOrTransaction, ids: string[], to: bigint): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(refunds)
    .set({ scannedTo: to })
    .where(and(inArray(refunds.id, ids), lt(refunds.scannedTo, to)));
}
