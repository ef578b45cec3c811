import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { refundsForDispute, leftCents, owedCents } from "@hearth/db/owed-refund";
import type { Origin } from "@hearth/db/postings";
import { disputes } from "@hearth/db/schema/disputes";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { RefundRow } from "../ledger/refunds.repo.ts";

const paidPayment = {
  id: payments.id,
  payerId: payments.consumerId,
  amountCents: payments.amountCents,
  payer: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
};

/** Locks a merchant's completed payment until the transaction ends, which serializes its refunds. Includes the payer's name. */
export async function lockPaidPayment(tx: Transaction, merchantId: string, paymentId: string) {
  const [row] = await tx
    .select(paidPayment)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(and(eq(payments.id, paymentId), eq(payments.merchantId, merchantId), eq(payments.status, "completed")))
    .for("update", { of: payments });
  return row ?? null;
}
export type PaidPayment = NonNullable<Awaited<ReturnType<typeof lockPaidPayment>>>;

/** Finds a merchant's completed payment with its payer's name. */
export async function findPaidPayment(db: DatabaseOrTransaction, merchantId: string, paymentId: string): Promise<PaidPayment | null> {
  const [row] = await db
    .select(paidPayment)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(and(eq(payments.id, paymentId), eq(payments.merchantId, merchantId), eq(payments.status, "completed")));
  return row ?? null;
}

/** Finds a dispute about a merchant's payment with its approval. */
export async function findOwedDispute(db: DatabaseOrTransaction, merchantId: string, disputeId: string) {
  const [row] = await db
    .select({ id: disputes.id, paymentId: disputes.paymentId, chargebackCents: disputes.chargebackCents, result: disputes.result })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.id, disputeId), eq(payments.merchantId, merchantId)));
  return row ?? null;
}

/** A refund with the hash of its completing transaction, and of one that has been seen and does not count yet. */
export type ListedRefund = RefundRow & { txHash: string | null; seenTxHash: string | null };

/** The first living transfer of a refund that matches it and is not deep enough to count. One lookup by index for each open refund. */
const seenTxHash = sql<string | null>`case when ${refunds.status} = 'open' then (
  select seen.tx_hash from ${transfers} seen
  where seen.refund_id = ${refunds.id} and seen.orphaned_at is null and seen.refund_problem is null and seen.sender_merchant_id is not null
    and seen.given_back_at is null
  order by seen.block_number, seen.log_index limit 1) end`;

function ofOrigin(origin: Origin) {
  return "paymentId" in origin ? eq(refunds.paymentId, origin.paymentId) : eq(refunds.sourceTransferId, origin.sourceTransferId);
}

/** Lists the refunds of a payment, or of a returned transfer, oldest first. */
export async function listRefunds(db: DatabaseOrTransaction, origin: Origin): Promise<ListedRefund[]> {
  return db
    .select({ ...getTableColumns(refunds), txHash: transfers.txHash, seenTxHash })
    .from(refunds)
    .leftJoin(transfers, eq(transfers.id, refunds.transferId))
    .where(ofOrigin(origin))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Lists a payment's approved disputes. */
export async function listApprovedDisputes(db: DatabaseOrTransaction, paymentId: string) {
  return db
    .select({
      id: disputes.id,
      result: disputes.result,
      chargebackCents: disputes.chargebackCents,
      resolvedAt: disputes.resolvedAt,
      given: refundsForDispute,
      leftCents,
    })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.result, "chargedBack")));
}

/** Returns the cents that a dispute is still owed. */
export async function findOwedCents(db: DatabaseOrTransaction, disputeId: string): Promise<number> {
  const [row] = await db.select({ owedCents }).from(disputes).where(eq(disputes.id, disputeId));
  return row?.owedCents ?? 0;
}

/**
 * Returns true when no other open refund of the merchant has the same amount and wallet; otherwise money without a reference could be for
 * either.
 */
export async function isOnlyOneLikeIt(db: DatabaseOrTransaction, refund: RefundRow): Promise<boolean> {
  const { id, merchantId, chainId, toAddress, usdcUnits } = refund;
  const isLikeIt = and(
    eq(refunds.status, "open"),
    ne(refunds.id, id),
    eq(refunds.merchantId, merchantId),
    eq(refunds.chainId, chainId),
    eq(sql`lower(${refunds.toAddress})`, toAddress.toLowerCase()),
    eq(refunds.usdcUnits, usdcUnits),
  );
  return (await db.$count(refunds, isLikeIt)) === 0;
}

/** A living refund transfer that differs from its refund. */
export type OddRefundTransferRow = Awaited<ReturnType<typeof listRefundExceptions>>[number];

/** Lists the odd refund transfers of a payment or transfer in chain order. At most fifty, because strangers can create them. */
export async function listRefundExceptions(db: DatabaseOrTransaction, origin: Origin) {
  const isSettled = or(isNotNull(transfers.givenBackAt), inArray(transfers.refundProblem, ["foreignWallet", "wrongAddress"]));
  return db
    .select({ transfer: transfers, refundId: refunds.id, problem: sql<RefundProblem>`${transfers.refundProblem}` })
    .from(transfers)
    .innerJoin(refunds, eq(refunds.id, transfers.refundId))
    .where(and(ofOrigin(origin), isNotNull(transfers.refundProblem), isNull(transfers.reorgedAt), isSettled))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex))
    .limit(50);
}

/** Finds a merchant's living transfer. */
export async function findReceived(db: DatabaseOrTransaction, merchantId: string, id: string) {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.id, id), eq(transfers.merchantId, merchantId), isNull(transfers.reorgedAt)));
  return row ?? null;
}

/** Lists living transfers from the merchant's wallets that return a transfer, counted (`givenBackAt`) or not yet, in chain order. */
export async function listReturns(db: DatabaseOrTransaction, sourceTransferId: string) {
  const { usdcUnits, txHash, blockTime, givenBackAt } = transfers;
  return db
    .select({ refundId: refunds.id, usdcUnits, txHash, blockTime, givenBackAt })
    .from(transfers)
    .innerJoin(refunds, eq(refunds.id, transfers.refundId))
    .where(
      and(
        eq(refunds.sourceTransferId, sourceTransferId),
        isNull(transfers.reorgedAt),
        isNotNull(transfers.senderMerchantId),
        or(isNull(transfers.refundProblem), inArray(transfers.refundProblem, ["short", "over", "duplicate"])),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
}

/** Locks a merchant's own refund until the transaction ends. */
export async function lockOwnRefund(tx: Transaction, merchantId: string, id: string): Promise<RefundRow | null> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.merchantId, merchantId)))
    .for("update");
  return row ?? null;
}

export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<RefundRow> {
  const [row] = await tx.insert(refunds).values(refund).returning();
  if (!row) throw new Error("The refund was not stored");
  return row;
}

/** Cancels an open refund. Returns false if it was not open. */
export async function markCancelled(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ status: "cancelled", cancelledAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, "open")))
    .returning({ id: refunds.id });
  return rows.length > 0;
}
