import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { givenTowards, leftCents, owedCents } from "@hearth/db/owed-refund";
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

/** A merchant's completed payment and its payer's name, locked until the transaction ends, so that its refunds take turns. */
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

/** A merchant's completed payment and its payer's name. */
export async function findPaidPayment(db: DatabaseOrTransaction, merchantId: string, paymentId: string): Promise<PaidPayment | null> {
  const [row] = await db
    .select(paidPayment)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
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

/** A refund with the transaction that completed it. */
export type ListedRefund = RefundRow & { txHash: string | null };

function ofOrigin(origin: Origin) {
  return "paymentId" in origin ? eq(refunds.paymentId, origin.paymentId) : eq(refunds.sourceTransferId, origin.sourceTransferId);
}

/** The refunds of a payment, or of a transfer that is sent back, oldest first. */
export async function listRefunds(db: DatabaseOrTransaction, origin: Origin): Promise<ListedRefund[]> {
  return db
    .select({ ...getTableColumns(refunds), txHash: transfers.txHash })
    .from(refunds)
    .leftJoin(transfers, eq(transfers.id, refunds.transferId))
    .where(ofOrigin(origin))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** The disputes about a payment that were approved. */
export async function listApprovedDisputes(db: DatabaseOrTransaction, paymentId: string) {
  return db
    .select({
      id: disputes.id,
      result: disputes.result,
      chargebackCents: disputes.chargebackCents,
      resolvedAt: disputes.resolvedAt,
      given: givenTowards,
      leftCents,
    })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.result, "chargedBack")));
}

/** What a dispute is owed still, in cents. */
export async function findOwedCents(db: DatabaseOrTransaction, disputeId: string): Promise<number> {
  const [row] = await db.select({ owedCents }).from(disputes).where(eq(disputes.id, disputeId));
  return row?.owedCents ?? 0;
}

/** Whether no other open refund of the merchant asks for the same amount to the same wallet, so that money without a reference could be either's. */
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

/** A living transfer for a refund that was not what was asked for. */
export type OddRefundTransferRow = Awaited<ReturnType<typeof listRefundExceptions>>[number];

/** What was odd about the transfers for the refunds of a payment or a transfer, in the chain's order; at most fifty, since strangers can make them. */
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

/** A merchant's living transfer, as it is. */
export async function findReceived(db: DatabaseOrTransaction, merchantId: string, id: string) {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.id, id), eq(transfers.merchantId, merchantId), isNull(transfers.reorgedAt)));
  return row ?? null;
}

/** Living transfers that left a wallet of the merchant to send a transfer back, counted (`givenBackAt`) or on their way there, in the chain's order. */
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
export async function markCancelled(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ status: "cancelled", cancelledAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, "open")))
    .returning({ id: refunds.id });
  return rows.length > 0;
}
