import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { oddRefundTransfers } from "@hearth/db/schema/odd-refund-transfers";
import { refunds } from "@hearth/db/schema/refunds";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import { and, asc, between, eq, inArray, notInArray } from "drizzle-orm";

export type OddRefundTransferRow = typeof oddRefundTransfers.$inferSelect;

/** Where one log is. */
type LogPlace = Pick<ObservedTransfer, "chainId" | "txHash" | "logIndex">;

/** Writes down what is odd about a transfer for a refund; whether it was not known so far. */
export async function insertOddTransfer(tx: Transaction, refundId: string, problem: RefundProblem, observed: ObservedTransfer) {
  const { chainId, txHash, logIndex, blockNumber, blockHash, blockTime, from: fromAddress, to: toAddress, usdcUnits } = observed;
  const place = { chainId, txHash, logIndex, blockNumber, blockHash, blockTime };
  const rows = await tx
    .insert(oddRefundTransfers)
    .values({ ...place, refundId, problem, fromAddress, toAddress, usdcUnits })
    .onConflictDoNothing({ target: [oddRefundTransfers.chainId, oddRefundTransfers.txHash, oddRefundTransfers.logIndex] })
    .returning({ id: oddRefundTransfers.id });
  return rows.length > 0;
}

/** Forgets what was odd about a log, because it is weighed anew. */
export async function forgetOddTransfer(tx: Transaction, { chainId, txHash, logIndex }: LogPlace): Promise<void> {
  const { chainId: chain, txHash: hash, logIndex: index } = oddRefundTransfers;
  await tx.delete(oddRefundTransfers).where(and(eq(chain, chainId), eq(hash, txHash), eq(index, logIndex)));
}

/** Forgets the odd transfers of refunds within blocks that have just been read and do not hold them any more. */
export async function forgetVanished(
  db: DatabaseOrTransaction,
  refundIds: string[],
  range: { from: bigint; to: bigint },
  blockHashes: ObservedTransfer["blockHash"][],
): Promise<void> {
  const { refundId, blockNumber, blockHash } = oddRefundTransfers;
  const isThere = blockHashes.length === 0 ? undefined : notInArray(blockHash, blockHashes);
  await db.delete(oddRefundTransfers).where(and(inArray(refundId, refundIds), between(blockNumber, range.from, range.to), isThere));
}

/** What was odd about the transfers for a payment's refunds, in the chain's order; at most fifty, since strangers can make them. */
export async function listOddTransfers(db: DatabaseOrTransaction, paymentId: string): Promise<OddRefundTransferRow[]> {
  const rows = await db
    .select({ odd: oddRefundTransfers })
    .from(oddRefundTransfers)
    .innerJoin(refunds, eq(refunds.id, oddRefundTransfers.refundId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(oddRefundTransfers.blockNumber), asc(oddRefundTransfers.logIndex))
    .limit(50);
  return rows.map(({ odd }) => odd);
}

/** What came too short for the refunds of each of the disputes, in the chain's order. */
export async function listShortTransfers(db: DatabaseOrTransaction, disputeIds: string[]) {
  return db
    .select({
      disputeId: refunds.disputeId,
      usdcUnits: oddRefundTransfers.usdcUnits,
      txHash: oddRefundTransfers.txHash,
      blockTime: oddRefundTransfers.blockTime,
    })
    .from(oddRefundTransfers)
    .innerJoin(refunds, eq(refunds.id, oddRefundTransfers.refundId))
    .where(and(inArray(refunds.disputeId, disputeIds), eq(oddRefundTransfers.problem, "short")))
    .orderBy(asc(oddRefundTransfers.blockNumber), asc(oddRefundTransfers.logIndex));
}

/** What the merchant itself has sent to the payer for the refunds of a payment otherwise than asked; strangers can add nothing to it. */
export async function listOwnOddTransfers(db: DatabaseOrTransaction, paymentId: string) {
  const { problem, usdcUnits } = oddRefundTransfers;
  return db
    .select({ problem, usdcUnits, amountCents: refunds.amountCents })
    .from(oddRefundTransfers)
    .innerJoin(refunds, eq(refunds.id, oddRefundTransfers.refundId))
    .where(and(eq(refunds.paymentId, paymentId), inArray(problem, ["short", "over", "duplicate"])));
}
