import { isBlockSince } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isBeingReturned } from "@hearth/db/being-returned";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers, lacksConfirmations, isPendingCredit } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import { unitsOfCents } from "@hearth/db/usdc";
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type TransferRow = typeof transfers.$inferSelect;
export type NewTransfer = typeof transfers.$inferInsert;

/** Transfers that pay a payment: one alone, or parts that are enough together. */
const paying = inArray(transfers.verdict, ["matched", "part"]);
const livingPaying = and(paying, isNull(transfers.reorgedAt));
const chainOrder = [asc(transfers.blockNumber), asc(transfers.logIndex)];

/** A merchant's present or former payout wallet. */
export interface WatchedAddress {
  address: `0x${string}`;
  merchantId: string;
  /** Bound transfers from this block on belong to the merchant. */
  fromBlock: bigint;
  /** All transfers from this block on belong to the merchant, because the wallet is proven. Null while it is not. */
  provenFromBlock: bigint | null;
  /** True when a checkout for the wallet was created after `checkoutsSince`. */
  hasCheckout: boolean;
}

/**
 * Lists every watched address, once per merchant it belongs or belonged to, the current one first. `hasCheckout` is computed for unproven
 * wallets only.
 */
export async function listWatchedAddresses(db: DatabaseOrTransaction, checkoutsSince: Date): Promise<WatchedAddress[]> {
  const isThere = and(eq(payments.merchantId, payees.merchantId), eq(sql`lower(${payments.payeeAddress})`, sql`lower(${payees.address})`));
  const checkoutsOfPayments = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(isThere, gt(payments.createdAt, checkoutsSince)));
  const checkoutsOfTopUps = db
    .select({ one: sql`1` })
    .from(topUps)
    .innerJoin(payments, eq(payments.id, topUps.paymentId))
    .where(and(isThere, gt(topUps.createdAt, checkoutsSince)));
  return db
    .select({
      address: payees.address,
      merchantId: payees.merchantId,
      fromBlock: payees.watchedFromBlock,
      provenFromBlock: payees.provenFromBlock,
      hasCheckout: sql<boolean>`${payees.provenFromBlock} is null and (${exists(checkoutsOfPayments)} or ${exists(checkoutsOfTopUps)})`,
    })
    .from(payees)
    .orderBy(sql`lower(${payees.address})`, sql`${payees.endedAt} desc nulls first`, desc(payees.createdAt));
}

/** A row with `isDecided`: somebody assigned its money to a payment or refund, set it aside, or is returning it. */
export type KnownRow = TransferRow & { isDecided: boolean };

/** Lists every row of some transactions, in any block. `isDecided` is computed for rows whose block left the chain. */
export async function listRowsOfTransactions(tx: Transaction, chainId: number, txHashes: string[]): Promise<KnownRow[]> {
  const { paymentId, refundId, setAsideAt, reorgedAt, txHash, logIndex } = transfers;
  const isDecided = sql<boolean>`${reorgedAt} is not null
    and (${paymentId} is not null or ${refundId} is not null or ${setAsideAt} is not null or ${isBeingReturned})`;
  return tx
    .select({ ...getTableColumns(transfers), isDecided })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), sql`${txHash} = any(${sql.param(txHashes)}::text[])`))
    .orderBy(asc(txHash), asc(logIndex));
}

/** Locks a transfer until the transaction ends. */
export async function lockTransfer(tx: Transaction, id: string): Promise<TransferRow | null> {
  const [row] = await tx.select().from(transfers).where(eq(transfers.id, id)).for("update");
  return row ?? null;
}

export async function findTransfer(db: DatabaseOrTransaction, id: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(transfers).where(eq(transfers.id, id));
  return row ?? null;
}

/** Inserts a transfer. The log's unique key prevents a second living row. */
export async function insertTransfer(tx: Transaction, transfer: NewTransfer): Promise<TransferRow> {
  const [row] = await tx.insert(transfers).values(transfer).returning();
  if (!row) throw new Error("The inserted transfer was not returned");
  return row;
}

/** Rows per INSERT. */
const insertedAtOnce = 500;

/** Inserts transfers. A row that exists already fails them all. */
export async function insertTransfers(tx: Transaction, rows: readonly NewTransfer[]): Promise<TransferRow[]> {
  const inserted: TransferRow[] = [];
  for (let start = 0; start < rows.length; start += insertedAtOnce)
    inserted.push(
      ...(await tx
        .insert(transfers)
        .values(rows.slice(start, start + insertedAtOnce))
        .returning()),
    );
  return inserted;
}

/** Updates a transfer's row. A transfer that pays is no longer set aside. */
export async function updateTransfer(tx: Transaction, id: string, set: Partial<NewTransfer>): Promise<TransferRow> {
  const values = set.verdict === "matched" || set.verdict === "part" ? { ...set, setAsideAt: null } : set;
  const [row] = await tx.update(transfers).set(values).where(eq(transfers.id, id)).returning();
  if (!row) throw new Error("The updated transfer was not returned");
  return row;
}

/**
 * Returns true when living transfers pay the payment. With `reorgedSince`, also when one left the chain after that time and may come back.
 */
export async function hasMatchedTransfer(db: DatabaseOrTransaction, paymentId: string, reorgedSince?: Date): Promise<boolean> {
  const isOnChain = isNull(transfers.reorgedAt);
  const [row] = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.paymentId, paymentId), paying, reorgedSince ? or(isOnChain, gt(transfers.reorgedAt, reorgedSince)) : isOnChain))
    .limit(1);
  return row !== undefined;
}

/** Filters payments to those that a living transfer pays, alone or as a part. */
export async function listMatchedPayments(tx: Transaction, paymentIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ paymentId: transfers.paymentId })
    .from(transfers)
    .where(and(sql`${transfers.paymentId} = any(${sql.param(paymentIds)}::uuid[])`, livingPaying));
  return rows.flatMap(({ paymentId }) => paymentId ?? []);
}

/** Lists transfers that belong to a payment or were meant for it, oldest first. */
export async function listTransfersOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<TransferRow[]> {
  return db.select().from(transfers).where(eq(transfers.paymentId, paymentId)).orderBy(asc(transfers.seenAt), asc(transfers.id));
}

/** Lists the living transfers that pay a payment, in chain order: one alone, or the parts. */
export async function listPayingTransfers(db: DatabaseOrTransaction, paymentId: string): Promise<TransferRow[]> {
  return listPayingOf(db, [paymentId]);
}

/** Does the same for several payments. */
export async function listPayingOf(db: DatabaseOrTransaction, paymentIds: string[]): Promise<TransferRow[]> {
  if (paymentIds.length === 0) return [];
  return db
    .select()
    .from(transfers)
    .where(and(sql`${transfers.paymentId} = any(${sql.param(paymentIds)}::uuid[])`, livingPaying))
    .orderBy(...chainOrder);
}

const isTooLittle = (paymentId: string) =>
  and(eq(transfers.paymentId, paymentId), inArray(transfers.verdict, ["short", "part"]), isNull(transfers.reorgedAt));
/** Money being returned is never a part. */
const stays = (paymentId: string) => and(isTooLittle(paymentId), not(isBeingReturned));

/**
 * Sums a payment's short transfers and parts that are not being returned, in base units. The database sums, because strangers can send any
 * number.
 */
export async function sumTooLittle(db: DatabaseOrTransaction, paymentId: string): Promise<bigint> {
  const [row] = await db
    .select({ units: sql<string>`coalesce(sum(${transfers.usdcUnits}), 0)`.mapWith(BigInt) })
    .from(transfers)
    .where(stays(paymentId));
  return row?.units ?? 0n;
}

/** Finds the payment's first living duplicate in chain order that is not being returned. */
export async function findDuplicate(tx: Transaction, paymentId: string): Promise<TransferRow | null> {
  const [row] = await tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.paymentId, paymentId), eq(transfers.verdict, "duplicate"), isNull(transfers.reorgedAt), not(isBeingReturned)))
    .orderBy(...chainOrder)
    .limit(1);
  return row ?? null;
}

/** Lists a payment's short transfers and parts in chain order, with `isBeingReturned` for those being returned. */
export async function listTooLittle(tx: Transaction, paymentId: string): Promise<(TransferRow & { isBeingReturned: boolean })[]> {
  const isBack = sql<boolean>`${isBeingReturned}`;
  return tx
    .select({ ...getTableColumns(transfers), isBeingReturned: isBack })
    .from(transfers)
    .where(isTooLittle(paymentId))
    .orderBy(...chainOrder);
}

/** Marks these transfers as parts of their payment, or as short again. */
export async function markParts(tx: Transaction, ids: string[], verdict: "part" | "short"): Promise<void> {
  if (ids.length === 0) return;
  const values = verdict === "part" ? { verdict, setAsideAt: null } : { verdict };
  await tx.update(transfers).set(values).where(inArray(transfers.id, ids));
}

/** Marks transfers as counted by their payment, or not counted (null). */
export async function markCounted(tx: Transaction, ids: string[], countedAt: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(transfers)
    .set({ countedAt })
    .where(sql`${transfers.id} = any(${sql.param(ids)}::uuid[])`);
}

/** A page of uncounted transfers, in chain order. */
export interface WaitingPage {
  /** The highest block of the page. */
  upTo?: bigint;
  /** Continue after this transfer. */
  after?: Pick<TransferRow, "blockNumber" | "logIndex" | "id"> | undefined;
  limit?: number;
  /** When given, leaves out items that are set aside at this time. */
  now?: Date;
}

/**
 * Lists uncounted transfers that pay a payment, oldest block first, with the payment's amount, which decides the required depth. Parts are
 * represented by their last one, which is deep enough last. Reads only uncounted rows, by their own index.
 */
export async function listUncounted(db: DatabaseOrTransaction, chainId: number, page: WaitingPage = {}) {
  return db
    .select({ ...getTableColumns(transfers), amountCents: payments.amountCents })
    .from(transfers)
    .innerJoin(payments, eq(payments.id, transfers.paymentId))
    .where(
      and(
        isPendingCredit(transfers),
        ne(payments.status, "completed"),
        isLastOfParts,
        isOnPage(chainId, page),
        isTried("payment", transfers.paymentId, page),
      ),
    )
    .orderBy(...chainOrder, asc(transfers.id))
    .limit(page.limit ?? 500);
}

const isLastOfParts = sql`(${transfers.verdict} = 'matched' or not exists (
  select from ${transfers} later where later.payment_id = ${transfers.paymentId} and later.verdict = 'part' and later.orphaned_at is null
    and (later.block_number, later.log_index) > (${transfers.blockNumber}, ${transfers.logIndex})
))`;

/** Lists short transfers not yet marked deep enough, oldest block first, with their payment's amount. */
export async function listNotDeep(db: DatabaseOrTransaction, chainId: number, page: WaitingPage = {}) {
  return db
    .select({ ...getTableColumns(transfers), amountCents: payments.amountCents })
    .from(transfers)
    .innerJoin(payments, eq(payments.id, transfers.paymentId))
    .where(and(lacksConfirmations(transfers), isOnPage(chainId, page), isTried("transfer", transfers.id, page)))
    .orderBy(...chainOrder, asc(transfers.id))
    .limit(page.limit ?? 500);
}

/** Restricts a list to a page. */
export function isOnPage(chainId: number, { upTo, after }: WaitingPage): SQL | undefined {
  const { blockNumber, logIndex, id } = transfers;
  return and(
    eq(transfers.chainId, chainId),
    upTo === undefined ? undefined : lte(blockNumber, upTo),
    after &&
      sql`(${blockNumber}, ${logIndex}, ${id}) > (${after.blockNumber.toString()}::bigint, ${after.logIndex}::int, ${after.id}::uuid)`,
  );
}

/** Leaves out items that are set aside at the page's time. */
export function isTried(list: "payment" | "transfer", item: SQLWrapper, { now }: WaitingPage): SQL | undefined {
  return now && isNotSetAside(list, item, now);
}

/** Lists payments with seen but uncounted money, newest money first, at most `limit`. */
export async function listWaitingPaymentIds(db: DatabaseOrTransaction, chainId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: transfers.paymentId })
    .from(transfers)
    .where(and(isPendingCredit(transfers), eq(transfers.chainId, chainId)))
    .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
    .limit(limit);
  return [...new Set(rows.flatMap(({ id }) => id ?? []))];
}

/** Locks living transfers in blocks above a height, newest first. */
export async function lockTransfersAbove(tx: Transaction, chainId: number, height: bigint): Promise<TransferRow[]> {
  return tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), gt(transfers.blockNumber, height), isNull(transfers.reorgedAt)))
    .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
    .for("update");
}

/** Marks unassigned transfers as gone from the chain. They belong to no payment or refund. */
export async function markReorged(tx: Transaction, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(transfers)
    .set({ reorgedAt: now, finalAt: null })
    .where(sql`${transfers.id} = any(${sql.param(ids)}::uuid[])`);
}

/** Locks living transfers at a height in another block than this one. */
export async function lockTransfersBeside(tx: Transaction, chainId: number, block: { number: bigint; hash: string }) {
  return tx
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, chainId),
        eq(transfers.blockNumber, block.number),
        sql`${transfers.blockHash} <> ${block.hash}`,
        isNull(transfers.reorgedAt),
      ),
    )
    .orderBy(desc(transfers.logIndex))
    .for("update");
}

/** Lists recipients of living refund transfers in a block range that touched no payout wallet. */
export async function listForeignRecipients(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint) {
  const { merchantId, senderMerchantId, blockNumber } = transfers;
  const isForeign = and(isNotNull(transfers.refundId), isNull(merchantId), isNull(senderMerchantId), isNull(transfers.reorgedAt));
  const rows = await db
    .selectDistinct({ address: transfers.toAddress })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), isForeign, gte(blockNumber, from), lte(blockNumber, to)));
  return rows.map(({ address }) => address);
}

/** Lists living transfers in a block range, for the comparison with the chain. */
export async function listTransfersBetween(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint) {
  return db
    .select()
    .from(transfers)
    .where(
      and(eq(transfers.chainId, chainId), gte(transfers.blockNumber, from), lte(transfers.blockNumber, to), isNull(transfers.reorgedAt)),
    );
}

/** Lists the living transfers with one of these bindings, with any verdict, by index. */
export async function listBound(db: DatabaseOrTransaction, chainId: number, bindings: `0x${string}`[]): Promise<TransferRow[]> {
  if (bindings.length === 0) return [];
  return db
    .select()
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), inArray(transfers.binding, bindings), isNull(transfers.reorgedAt)));
}

/** Finds an unmatched living transfer from a wallet with this binding that is neither set aside nor being returned. */
export async function findUnmatchedBound(
  db: DatabaseOrTransaction,
  { chainId, from, binding }: { chainId: number; from: string; binding: `0x${string}` },
): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, chainId),
        eq(sql`lower(${transfers.fromAddress})`, from.toLowerCase()),
        eq(transfers.verdict, "unmatched"),
        eq(transfers.binding, binding),
        isNull(transfers.reorgedAt),
        isNull(transfers.setAsideAt),
        not(isBeingReturned),
      ),
    )
    .limit(1);
  return row ?? null;
}

/**
 * Lists unmatched living transfers without a binding from a wallet that may pay an unpaid payment or top-up of its owner. Leaves out those
 * being returned. Oldest first, at most `limit`, because before its proof anybody may have used the wallet.
 */
export async function listUnmatchedFrom(db: DatabaseOrTransaction, chainId: number, from: string, limit: number): Promise<TransferRow[]> {
  const isAsked = ({ amountCents, createdAt }: typeof payments | typeof topUps) =>
    sql`(${unitsOfCents(amountCents)} = ${transfers.usdcUnits} and ${isBlockSince(transfers.blockTime, createdAt)} and ${createdAt} > ${transfers.blockTime} - interval '1 day')`;
  const isTheirs = sql`exists (
    select from ${wallets} join ${payments} on ${payments.consumerId} = ${wallets.userId} left join ${topUps} on ${topUps.paymentId} = ${payments.id}
    where lower(${wallets.address}) = ${from.toLowerCase()} and ${wallets.provenAt} is not null and ${wallets.unlinkedAt} is null
      and ${payments.chainId} = ${transfers.chainId} and lower(${payments.payeeAddress}) = lower(${transfers.toAddress})
      and ${payments.status} <> 'completed' and (${isAsked(payments)} or ${isAsked(topUps)}))`;
  return db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, chainId),
        eq(sql`lower(${transfers.fromAddress})`, from.toLowerCase()),
        eq(transfers.verdict, "unmatched"),
        isNull(transfers.binding),
        isNull(transfers.reorgedAt),
        isTheirs,
        not(isBeingReturned),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex))
    .limit(limit);
}
