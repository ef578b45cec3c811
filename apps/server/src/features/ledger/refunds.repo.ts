import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { isBlockSince } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isBeingReturned } from "@hearth/db/being-returned";
import { givenCents, owedCents } from "@hearth/db/owed-refund";
import type { Origin } from "@hearth/db/postings";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { payees } from "@hearth/db/schema/payees";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers, isPendingReturn } from "@hearth/db/schema/transfers";
import { unitsOfCents, wholeCentsOfUnits } from "@hearth/db/usdc";
import { and, asc, eq, exists, getTableColumns, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { isOnPage, isTried, type TransferRow, type WaitingPage } from "./transfers.repo.ts";

export type RefundRow = typeof refunds.$inferSelect;

/** Returns the payment or transfer that a refund returns. The table holds exactly one of the two. */
export function originOf({ id, paymentId, sourceTransferId }: RefundRow): Origin {
  if (paymentId !== null) return { paymentId };
  if (sourceTransferId === null) throw new Error(`The refund ${id} has neither a payment nor a source transfer`);
  return { sourceTransferId };
}

function ofOrigin(origin: Origin) {
  return "paymentId" in origin ? eq(refunds.paymentId, origin.paymentId) : eq(refunds.sourceTransferId, origin.sourceTransferId);
}

/** Finds a refund by its binding. Bindings are never deleted. */
export async function findRefundByBinding(db: DatabaseOrTransaction, chainId: number, binding: `0x${string}`): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.binding, binding), eq(refunds.chainId, chainId)));
  return row ?? null;
}

/**
 * Lists at most two open refunds that an unbound transfer may be for. It must go to the refund's address with the exact amount. It must
 * leave a wallet where the merchant is or was paid, or a refund wallet, proven by the block. The refund must have begun before the block or
 * in its second.
 */
export async function listFittingRefunds(
  tx: Transaction,
  {
    chainId,
    from,
    to,
    blockNumber,
    blockTime,
    usdcUnits,
  }: Pick<ObservedTransfer, "chainId" | "from" | "to" | "blockNumber" | "blockTime" | "usdcUnits">,
): Promise<RefundRow[]> {
  const sent = (table: typeof payees | typeof refundWallets) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(
          and(
            eq(table.merchantId, refunds.merchantId),
            eq(sql`lower(${table.address})`, from.toLowerCase()),
            lte(table.provenFromBlock, blockNumber),
          ),
        ),
    );
  return tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "open"),
        eq(refunds.chainId, chainId),
        eq(sql`lower(${refunds.toAddress})`, to.toLowerCase()),
        eq(refunds.usdcUnits, usdcUnits),
        isBlockSince(sql`${blockTime.toISOString()}::timestamptz`, refunds.createdAt),
        or(sent(payees), sent(refundWallets)),
      ),
    )
    .limit(2);
}

export async function findRefund(db: DatabaseOrTransaction, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** Locks a refund until the transaction ends. Lock its payment or source transfer first. */
export async function lockRefund(tx: Transaction, id: string): Promise<RefundRow | null> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  return row ?? null;
}

/** Locks refunds until the transaction ends, in the order of their ids. Lock their payments first. */
export async function lockRefunds(tx: Transaction, ids: string[]): Promise<RefundRow[]> {
  if (ids.length === 0) return [];
  return tx.select().from(refunds).where(inArray(refunds.id, ids)).orderBy(asc(refunds.id)).for("update");
}

/** Filters refunds to those whose money a recorded transfer from a wallet of the merchant brings, counted or not yet. */
export async function listSentRefunds(db: DatabaseOrTransaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isEnough = or(isNull(transfers.refundProblem), inArray(transfers.refundProblem, ["over", "duplicate"]));
  const rows = await db
    .selectDistinct({ id: transfers.refundId })
    .from(transfers)
    .where(and(inArray(transfers.refundId, ids), isNull(transfers.reorgedAt), isNotNull(transfers.senderMerchantId), isEnough));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Returns true when a merchant is or was paid at the address, or has proven it for refunds. */
export async function isMerchantsWallet(db: DatabaseOrTransaction, merchantId: string, address: string): Promise<boolean> {
  const [row] = await db.execute<{ isTheirs: boolean }>(sql`
    select exists (select from ${payees} p where p.merchant_id = ${merchantId} and lower(p.address) = ${address.toLowerCase()})
      or exists (select from ${refundWallets} w where w.merchant_id = ${merchantId} and lower(w.address) = ${address.toLowerCase()}) as "isTheirs"`);
  return row?.isTheirs ?? false;
}

/** Lists every wallet proven for refunds, without duplicates. */
export async function listRefundWallets(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db.selectDistinct({ address: sql<string>`lower(${refundWallets.address})` }).from(refundWallets);
  return rows.map(({ address }) => address);
}

/**
 * Lists the recipients of refunds that are open or were begun after `since`. The reader watches them, because the money may come from a
 * wallet that is not the merchant's.
 */
export async function listRefundRecipients(db: DatabaseOrTransaction, chainId: number, since: Date): Promise<`0x${string}`[]> {
  const rows = await db
    .selectDistinct({ address: refunds.toAddress })
    .from(refunds)
    .where(and(eq(refunds.chainId, chainId), or(eq(refunds.status, "open"), gt(refunds.createdAt, since))));
  return rows.map(({ address }) => address);
}

/** Lists refund transfers not yet counted as returned, oldest block first, with the refund's amount, which decides the required depth. */
export async function listNotGivenBack(db: DatabaseOrTransaction, chainId: number, page: WaitingPage = {}) {
  return db
    .select({ ...getTableColumns(transfers), amountCents: wholeCentsOfUnits(refunds.usdcUnits).mapWith(Number) })
    .from(transfers)
    .innerJoin(refunds, eq(refunds.id, transfers.refundId))
    .where(and(isPendingReturn(transfers), isOnPage(chainId, page), isTried("transfer", transfers.id, page)))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex), asc(transfers.id))
    .limit(page.limit ?? 500);
}

/** Lists a refund's transfers that count as returned, in chain order. */
export async function listGivenBack(tx: Transaction, refundId: string): Promise<TransferRow[]> {
  return tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.refundId, refundId), isNotNull(transfers.givenBackAt)))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
}

/** Lists the transfers that count as returned for any refund of a payment or transfer, in chain order. */
export async function listGivenBackOf(db: DatabaseOrTransaction, origin: Origin): Promise<TransferRow[]> {
  const rows = await db
    .select({ transfer: transfers })
    .from(transfers)
    .innerJoin(refunds, eq(refunds.id, transfers.refundId))
    .where(and(ofOrigin(origin), isNotNull(transfers.givenBackAt)))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
  return rows.map(({ transfer }) => transfer);
}

/** Filters payments to those for which a refund was ever begun. */
export async function listRefunded(tx: Transaction, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: refunds.paymentId })
    .from(refunds)
    .where(sql`${refunds.paymentId} = any(${sql.param(paymentIds)}::uuid[])`);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Filters transfers to those whose return was ever begun. */
export async function listSendingBackBegun(db: DatabaseOrTransaction, transferIds: readonly string[]): Promise<string[]> {
  if (transferIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: refunds.sourceTransferId })
    .from(refunds)
    .where(sql`${refunds.sourceTransferId} = any(${sql.param(transferIds)}::uuid[])`);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Returns true when a transfer's money is being or was returned, wholly or in part. It then pays no payment. */
export async function isTransferBeingReturned(db: DatabaseOrTransaction, transferId: string): Promise<boolean> {
  return (await db.$count(transfers, and(eq(transfers.id, transferId), isBeingReturned))) > 0;
}

/** Completes a refund with a transfer. */
export async function markRefundCompleted(tx: Transaction, id: string, transferId: string, now: Date): Promise<void> {
  await tx.update(refunds).set({ status: "completed", transferId, completedAt: now }).where(eq(refunds.id, id));
}

/**
 * Reverses the completion of a refund. It becomes cancelled if it was before, or if another refund of the same origin is open now;
 * otherwise open. Its money is watched for in both cases.
 */
export async function markRefundReopened(tx: Transaction, refund: RefundRow, now: Date): Promise<void> {
  const { id } = refund;
  const others = await tx.$count(refunds, and(ofOrigin(originOf(refund)), eq(refunds.status, "open"), ne(refunds.id, id)));
  const isGivenUp = refund.cancelledAt !== null || others > 0;
  const status = isGivenUp ? ({ status: "cancelled", cancelledAt: refund.cancelledAt ?? now } as const) : ({ status: "open" } as const);
  await tx
    .update(refunds)
    .set({ ...status, transferId: null, completedAt: null })
    .where(eq(refunds.id, id));
}

/**
 * Returns the approved dispute about a lease's payment, the cents returned for it, and the lease credits of both. Null when there is none.
 */
export async function findDecidedOfLease(tx: Transaction, paymentId: string) {
  const [row] = await tx
    .select({
      id: disputes.id,
      code: disputes.code,
      givenCents,
      disputeCreditId: disputes.leaseCreditId,
      decidedBy: disputes.resolvedBy,
      paymentCreditId: leaseCredits.id,
      leaseId: leaseCredits.leaseId,
    })
    .from(disputes)
    .innerJoin(leaseCredits, eq(leaseCredits.paymentId, disputes.paymentId))
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.result, "chargedBack"), gt(disputes.chargebackCents, 0)));
  return row ?? null;
}

/** Returns the cents returned for a dispute so far. */
export async function findGivenCents(tx: Transaction, disputeId: string): Promise<number> {
  const [row] = await tx.select({ givenCents }).from(disputes).where(eq(disputes.id, disputeId));
  return row?.givenCents ?? 0;
}

/** Stores the lease credit of a dispute. */
export async function nameDisputeCredit(tx: Transaction, disputeId: string, leaseCreditId: string): Promise<void> {
  await tx.update(disputes).set({ leaseCreditId }).where(eq(disputes.id, disputeId));
}

/** Cancels the payment's open refund if it exceeds what its dispute is still owed. Returns the cancelled refund. */
export async function markSuperseded(tx: Transaction, paymentId: string, now: Date): Promise<RefundRow | null> {
  const owed = tx
    .select({ one: sql`1` })
    .from(disputes)
    .where(and(eq(disputes.id, refunds.disputeId), sql`${unitsOfCents(owedCents)} < ${refunds.usdcUnits}`));
  return cancelOpen(tx, and(eq(refunds.paymentId, paymentId), sql`exists ${owed}`), now);
}

/** Cancels the open return of a transfer if it exceeds what is left of the transfer. Returns the cancelled refund. */
export async function markOutgrown(tx: Transaction, sourceTransferId: string, leftUnits: bigint, now: Date): Promise<RefundRow | null> {
  return cancelOpen(tx, and(eq(refunds.sourceTransferId, sourceTransferId), gt(refunds.usdcUnits, leftUnits)), now);
}

async function cancelOpen(tx: Transaction, which: ReturnType<typeof and>, now: Date): Promise<RefundRow | null> {
  const [row] = await tx
    .update(refunds)
    .set({ status: "cancelled", cancelledAt: now })
    .where(and(eq(refunds.status, "open"), which))
    .returning();
  return row ?? null;
}
