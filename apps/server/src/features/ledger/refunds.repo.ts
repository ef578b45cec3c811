import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { isBlockSince } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isGoingBack } from "@hearth/db/going-back";
import { givenCents, owedCents } from "@hearth/db/owed-refund";
import type { Origin } from "@hearth/db/postings";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { payees } from "@hearth/db/schema/payees";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers, waitsToGoBack } from "@hearth/db/schema/transfers";
import { unitsOfCents, wholeCentsOfUnits } from "@hearth/db/usdc";
import { and, asc, eq, exists, getTableColumns, gt, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import { isOnPage, isTried, type TransferRow, type WaitingPage } from "./transfers.repo.ts";

export type RefundRow = typeof refunds.$inferSelect;

/** Whose money a refund gives back; the table holds exactly one of the two. */
export function originOf({ id, paymentId, sourceTransferId }: RefundRow): Origin {
  if (paymentId !== null) return { paymentId };
  if (sourceTransferId === null) throw new Error(`The refund ${id} is of nothing`);
  return { sourceTransferId };
}

function ofOrigin(origin: Origin) {
  return "paymentId" in origin ? eq(refunds.paymentId, origin.paymentId) : eq(refunds.sourceTransferId, origin.sourceTransferId);
}

/** The refund whose binding a transfer carries; its binding is never forgotten. */
export async function findRefundByBinding(db: DatabaseOrTransaction, chainId: number, binding: `0x${string}`): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.binding, binding), eq(refunds.chainId, chainId)));
  return row ?? null;
}

/**
 * The open refunds that money without a reference may be for, at most two: to their address, of exactly their amount, out of a wallet
 * where their merchant is paid or was paid once, or that they refund from, proven by then, and begun before the block or in its second.
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

/** A refund by its id. */
export async function findRefund(db: DatabaseOrTransaction, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** A refund, locked until the transaction ends; the payment or the transfer whose money it is is locked before it. */
export async function lockRefund(tx: Transaction, id: string): Promise<RefundRow | null> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  return row ?? null;
}

/** Whether an address is a wallet that a merchant is or was ever paid at, or one that it has proven to refund from. */
export async function isMerchantsWallet(db: DatabaseOrTransaction, merchantId: string, address: string): Promise<boolean> {
  const [row] = await db.execute<{ isTheirs: boolean }>(sql`
    select exists (select from ${payees} p where p.merchant_id = ${merchantId} and lower(p.address) = ${address.toLowerCase()})
      or exists (select from ${refundWallets} w where w.merchant_id = ${merchantId} and lower(w.address) = ${address.toLowerCase()}) as "isTheirs"`);
  return row?.isTheirs ?? false;
}

/** Every wallet that some merchant has proven to refund from, each once. */
export async function listRefundWallets(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db.selectDistinct({ address: sql<string>`lower(${refundWallets.address})` }).from(refundWallets);
  return rows.map(({ address }) => address);
}

/** Where refunds are sent that were begun since a moment or are open: money from a wallet that is not the merchant's is seen there too. */
export async function listRefundRecipients(db: DatabaseOrTransaction, chainId: number, since: Date): Promise<`0x${string}`[]> {
  const rows = await db
    .selectDistinct({ address: refunds.toAddress })
    .from(refunds)
    .where(and(eq(refunds.chainId, chainId), or(eq(refunds.status, "open"), gt(refunds.createdAt, since))));
  return rows.map(({ address }) => address);
}

/**
 * Transfers for refunds, from the merchant's wallet to the payer's, that do not count as given back yet, oldest block first, with the refund's
 * amount, which chooses how deep they have to be.
 */
export async function listNotGivenBack(db: DatabaseOrTransaction, chainId: number, page: WaitingPage = {}) {
  return db
    .select({ ...getTableColumns(transfers), amountCents: wholeCentsOfUnits(refunds.usdcUnits).mapWith(Number) })
    .from(transfers)
    .innerJoin(refunds, eq(refunds.id, transfers.refundId))
    .where(and(waitsToGoBack(transfers), isOnPage(chainId, page), isTried("transfer", transfers.id, page)))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex), asc(transfers.id))
    .limit(page.limit ?? 500);
}

/** The living transfers that count as given back for a refund, in the chain's order. */
export async function listGivenBack(tx: Transaction, refundId: string): Promise<TransferRow[]> {
  return tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.refundId, refundId), isNotNull(transfers.givenBackAt)))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
}

/** The living transfers that count as given back for all refunds of a payment or a transfer, in the chain's order. */
export async function listGivenBackOf(db: DatabaseOrTransaction, origin: Origin): Promise<TransferRow[]> {
  const rows = await db
    .select({ transfer: transfers })
    .from(transfers)
    .innerJoin(refunds, eq(refunds.id, transfers.refundId))
    .where(and(ofOrigin(origin), isNotNull(transfers.givenBackAt)))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
  return rows.map(({ transfer }) => transfer);
}

/** Of which of these payments giving money back was ever begun. */
export async function listRefunded(tx: Transaction, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: refunds.paymentId })
    .from(refunds)
    .where(sql`${refunds.paymentId} = any(${sql.param(paymentIds)}::uuid[])`);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Of which of these transfers sending money back was ever begun. */
export async function listSendingBackBegun(db: DatabaseOrTransaction, transferIds: readonly string[]): Promise<string[]> {
  if (transferIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: refunds.sourceTransferId })
    .from(refunds)
    .where(sql`${refunds.sourceTransferId} = any(${sql.param(transferIds)}::uuid[])`);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Whether a transfer's money goes back to its sender or went back, wholly or in part, so that it is no money for a payment. */
export async function isTransferGoingBack(db: DatabaseOrTransaction, transferId: string): Promise<boolean> {
  return (await db.$count(transfers, and(eq(transfers.id, transferId), isGoingBack))) > 0;
}

/** Counts a transfer for a refund. */
export async function markRefundCompleted(tx: Transaction, id: string, transferId: string, now: Date): Promise<void> {
  await tx.update(refunds).set({ status: "completed", transferId, completedAt: now }).where(eq(refunds.id, id));
}

/**
 * Takes the count of a refund's transfer back. One that was given up before is so again, and so is one beside which another of the same
 * payment or transfer is open by now; its money is looked for all the same.
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

/** The approved dispute about a payment of a lease, what went back towards it, and the lease credits of both; null where there is none. */
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

/** What went back towards a dispute by now, in cents. */
export async function findGivenCents(tx: Transaction, disputeId: string): Promise<number> {
  const [row] = await tx.select({ givenCents }).from(disputes).where(eq(disputes.id, disputeId));
  return row?.givenCents ?? 0;
}

/** Names the lease credit of a dispute. */
export async function nameDisputeCredit(tx: Transaction, disputeId: string, leaseCreditId: string): Promise<void> {
  await tx.update(disputes).set({ leaseCreditId }).where(eq(disputes.id, disputeId));
}

/** Gives up the open refund of a payment that asks for more than its dispute is owed by now; the refund, if there was one. */
export async function markSuperseded(tx: Transaction, paymentId: string, now: Date): Promise<RefundRow | null> {
  const owed = tx
    .select({ one: sql`1` })
    .from(disputes)
    .where(and(eq(disputes.id, refunds.disputeId), sql`${unitsOfCents(owedCents)} < ${refunds.usdcUnits}`));
  return cancelOpen(tx, and(eq(refunds.paymentId, paymentId), sql`exists ${owed}`), now);
}

/** Gives up the open sending back of a transfer that asks for more than is left of it; the refund, if there was one. */
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
