import { isBlockSince } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isGoingBack } from "@hearth/db/going-back";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers, waitsToBeDeep, waitsToCount } from "@hearth/db/schema/transfers";
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

/** What pays a payment: a transfer alone, or parts that are enough together. */
const paying = inArray(transfers.verdict, ["matched", "part"]);
const livingPaying = and(paying, isNull(transfers.reorgedAt));
const chainOrder = [asc(transfers.blockNumber), asc(transfers.logIndex)];

/** Whose payout wallet an address is or was, and from which block on. */
export interface WatchedAddress {
  address: `0x${string}`;
  merchantId: string;
  /** From here on what a reference binds is the merchant's. */
  fromBlock: bigint;
  /** From here on everything is, because the wallet is proven; null while it is not. */
  provenFromBlock: bigint | null;
  /** Whether somebody made a checkout for the wallet since the moment that was asked for. */
  hasCheckout: boolean;
}

/**
 * Every address that money is watched at, once for each payee that it is or was, the current one first; with whether there are checkouts since
 * a moment, which is looked up for unproven ones only.
 */
export async function listWatchedAddresses(db: DatabaseOrTransaction, checkoutsSince: Date): Promise<WatchedAddress[]> {
  const isThere = and(eq(payments.merchantId, payees.merchantId), eq(sql`lower(${payments.payeeAddress})`, sql`lower(${payees.address})`));
  const own = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(isThere, gt(payments.createdAt, checkoutsSince)));
  const further = db
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
      hasCheckout: sql<boolean>`${payees.provenFromBlock} is null and (${exists(own)} or ${exists(further)})`,
    })
    .from(payees)
    .orderBy(sql`lower(${payees.address})`, sql`${payees.endedAt} desc nulls first`, desc(payees.createdAt));
}

/** A row with whether somebody decided on its money: which payment or refund it is for, that it is none, or that it goes back. */
export type KnownRow = TransferRow & { isDecided: boolean };

/** Returns every row of some transactions, whatever block holds them. `isDecided` is worked out for rows whose block left the chain. */
export async function listRowsOfTransactions(tx: Transaction, chainId: number, txHashes: string[]): Promise<KnownRow[]> {
  const { paymentId, refundId, setAsideAt, reorgedAt, txHash, logIndex } = transfers;
  const isDecided = sql<boolean>`${reorgedAt} is not null
    and (${paymentId} is not null or ${refundId} is not null or ${setAsideAt} is not null or ${isGoingBack})`;
  return tx
    .select({ ...getTableColumns(transfers), isDecided })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), sql`${txHash} = any(${sql.param(txHashes)}::text[])`))
    .orderBy(asc(txHash), asc(logIndex));
}

/** A transfer by its id, locked until the transaction ends. */
export async function lockTransfer(tx: Transaction, id: string): Promise<TransferRow | null> {
  const [row] = await tx.select().from(transfers).where(eq(transfers.id, id)).for("update");
  return row ?? null;
}

/** A transfer by its id. */
export async function findTransfer(db: DatabaseOrTransaction, id: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(transfers).where(eq(transfers.id, id));
  return row ?? null;
}

/** Inserts a transfer; the log's unique key makes a second living one impossible. */
export async function insertTransfer(tx: Transaction, transfer: NewTransfer): Promise<TransferRow> {
  const [row] = await tx.insert(transfers).values(transfer).returning();
  if (!row) throw new Error("The inserted transfer was not returned");
  return row;
}

/** So many are one statement's work. */
const insertedAtOnce = 500;

/** Inserts many; one that has a row already fails them all. */
export async function insertTransfers(tx: Transaction, rows: readonly NewTransfer[]): Promise<TransferRow[]> {
  const inserted: TransferRow[] = [];
  for (let at = 0; at < rows.length; at += insertedAtOnce)
    inserted.push(
      ...(await tx
        .insert(transfers)
        .values(rows.slice(at, at + insertedAtOnce))
        .returning()),
    );
  return inserted;
}

/** Brings the row of a log up to date; what belongs to a payment is not set aside any more. */
export async function updateTransfer(tx: Transaction, id: string, set: Partial<NewTransfer>): Promise<TransferRow> {
  const values = set.verdict === "matched" || set.verdict === "part" ? { ...set, setAsideAt: null } : set;
  const [row] = await tx.update(transfers).set(values).where(eq(transfers.id, id)).returning();
  if (!row) throw new Error("The updated transfer was not returned");
  return row;
}

/** Whether living transfers that are enough for the payment are matched to it, or one was until a moment ago and may come back. */
export async function hasMatchedTransfer(db: DatabaseOrTransaction, paymentId: string, reorgedSince?: Date): Promise<boolean> {
  const living = isNull(transfers.reorgedAt);
  const [row] = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.paymentId, paymentId), paying, reorgedSince ? or(living, gt(transfers.reorgedAt, reorgedSince)) : living))
    .limit(1);
  return row !== undefined;
}

/** Those of some payments that a transfer on the chain pays, alone or as a part. */
export async function listMatchedPayments(tx: Transaction, paymentIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ paymentId: transfers.paymentId })
    .from(transfers)
    .where(and(sql`${transfers.paymentId} = any(${sql.param(paymentIds)}::uuid[])`, livingPaying));
  return rows.flatMap(({ paymentId }) => paymentId ?? []);
}

/** Transfers that belong to a payment or were meant for it, oldest first. */
export async function listTransfersOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<TransferRow[]> {
  return db.select().from(transfers).where(eq(transfers.paymentId, paymentId)).orderBy(asc(transfers.seenAt), asc(transfers.id));
}

/** The living transfers that pay a payment, in the chain's order: one alone, or the parts that are enough together. */
export async function listPayingTransfers(db: DatabaseOrTransaction, paymentId: string): Promise<TransferRow[]> {
  return listPayingOf(db, [paymentId]);
}

/** The living transfers that pay some payments, in the chain's order. */
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
/** Money that goes back to its sender is no part of anything. */
const stays = (paymentId: string) => and(isTooLittle(paymentId), not(isGoingBack));

/**
 * What of a payment has come in transfers that are too little each and do not go back, in base units; the database adds up, since strangers can make
 * many.
 */
export async function sumTooLittle(db: DatabaseOrTransaction, paymentId: string): Promise<bigint> {
  const [row] = await db
    .select({ units: sql<string>`coalesce(sum(${transfers.usdcUnits}), 0)`.mapWith(BigInt) })
    .from(transfers)
    .where(stays(paymentId));
  return row?.units ?? 0n;
}

/** The first living duplicate of a payment, in the chain's order, that does not go back to its sender; null where there is none. */
export async function findDuplicate(tx: Transaction, paymentId: string): Promise<TransferRow | null> {
  const [row] = await tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.paymentId, paymentId), eq(transfers.verdict, "duplicate"), isNull(transfers.reorgedAt), not(isGoingBack)))
    .orderBy(...chainOrder)
    .limit(1);
  return row ?? null;
}

/** Those transfers and those that go back, in the chain's order. */
export async function listTooLittle(tx: Transaction, paymentId: string): Promise<(TransferRow & { isGoingBack: boolean })[]> {
  const isBack = sql<boolean>`${isGoingBack}`;
  return tx
    .select({ ...getTableColumns(transfers), isGoingBack: isBack })
    .from(transfers)
    .where(isTooLittle(paymentId))
    .orderBy(...chainOrder);
}

/** Says of these transfers that they pay a payment together, or that they are too little again. */
export async function markParts(tx: Transaction, ids: string[], verdict: "part" | "short"): Promise<void> {
  if (ids.length === 0) return;
  const values = verdict === "part" ? { verdict, setAsideAt: null } : { verdict };
  await tx.update(transfers).set(values).where(inArray(transfers.id, ids));
}

/** Says of transfers that their payment counts them, or that it does not any more. */
export async function markCounted(tx: Transaction, ids: string[], countedAt: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(transfers)
    .set({ countedAt })
    .where(sql`${transfers.id} = any(${sql.param(ids)}::uuid[])`);
}

/** A stretch of those that wait, in the chain's order. */
export interface WaitingPage {
  /** The highest block that may hold them. */
  upTo?: bigint;
  /** Go on behind this one. */
  after?: Pick<TransferRow, "blockNumber" | "logIndex" | "id"> | undefined;
  limit?: number;
  /** The present moment: leaves out what is set aside then. */
  now?: Date;
}

/**
 * What pays payments and is not counted yet, oldest block first, with the price of its payment, which chooses how deep it has to be. Parts count
 * together, so the last of them stands for all: it is deep enough last. Reads those that wait and nothing else, by their own index.
 */
export async function listUncounted(db: DatabaseOrTransaction, chainId: number, page: WaitingPage = {}) {
  return db
    .select({ ...getTableColumns(transfers), amountCents: payments.amountCents })
    .from(transfers)
    .innerJoin(payments, eq(payments.id, transfers.paymentId))
    .where(
      and(
        waitsToCount(transfers),
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

/** Transfers that are too little for their payment and not known to be deep enough, oldest block first, each with the price of its payment. */
export async function listNotDeep(db: DatabaseOrTransaction, chainId: number, page: WaitingPage = {}) {
  return db
    .select({ ...getTableColumns(transfers), amountCents: payments.amountCents })
    .from(transfers)
    .innerJoin(payments, eq(payments.id, transfers.paymentId))
    .where(and(waitsToBeDeep(transfers), isOnPage(chainId, page), isTried("transfer", transfers.id, page)))
    .orderBy(...chainOrder, asc(transfers.id))
    .limit(page.limit ?? 500);
}

/** Which of the transfers that wait a page holds. */
export function isOnPage(chainId: number, { upTo, after }: WaitingPage): SQL | undefined {
  const { blockNumber, logIndex, id } = transfers;
  return and(
    eq(transfers.chainId, chainId),
    upTo === undefined ? undefined : lte(blockNumber, upTo),
    after &&
      sql`(${blockNumber}, ${logIndex}, ${id}) > (${after.blockNumber.toString()}::bigint, ${after.logIndex}::int, ${after.id}::uuid)`,
  );
}

/** Leaves out what is set aside, where a page is of a moment. */
export function isTried(list: "payment" | "transfer", item: SQLWrapper, { now }: WaitingPage): SQL | undefined {
  return now && isNotSetAside(list, item, now);
}

/** The payments whose money is seen and not counted yet, so many at most, the newest money first. */
export async function listWaitingPaymentIds(db: DatabaseOrTransaction, chainId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: transfers.paymentId })
    .from(transfers)
    .where(and(waitsToCount(transfers), eq(transfers.chainId, chainId)))
    .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
    .limit(limit);
  return [...new Set(rows.flatMap(({ id }) => id ?? []))];
}

/** Living transfers in blocks above a height, newest first. */
export async function lockTransfersAbove(tx: Transaction, chainId: number, height: bigint): Promise<TransferRow[]> {
  return tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), gt(transfers.blockNumber, height), isNull(transfers.reorgedAt)))
    .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
    .for("update");
}

/** Says of transfers that belong to nobody's payment or refund that their blocks have left the chain. */
export async function markReorged(tx: Transaction, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(transfers)
    .set({ reorgedAt: now, finalAt: null })
    .where(sql`${transfers.id} = any(${sql.param(ids)}::uuid[])`);
}

/** Living transfers at a height that are in another block than this one, locked. */
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

/** Where the living transfers within a range of blocks went that neither reached nor left a payout wallet, and are kept for their refund alone. */
export async function listForeignRecipients(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint) {
  const { merchantId, senderMerchantId, blockNumber } = transfers;
  const isForeign = and(isNotNull(transfers.refundId), isNull(merchantId), isNull(senderMerchantId), isNull(transfers.reorgedAt));
  const rows = await db
    .selectDistinct({ address: transfers.toAddress })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), isForeign, gte(blockNumber, from), lte(blockNumber, to)));
  return rows.map(({ address }) => address);
}

/** Living transfers within a range of blocks, for comparing with the chain. */
export async function listTransfersBetween(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint) {
  return db
    .select()
    .from(transfers)
    .where(
      and(eq(transfers.chainId, chainId), gte(transfers.blockNumber, from), lte(transfers.blockNumber, to), isNull(transfers.reorgedAt)),
    );
}

/** The living transfers that carry one of these bindings, whatever was decided about them; by index. */
export async function listBound(db: DatabaseOrTransaction, chainId: number, bindings: `0x${string}`[]): Promise<TransferRow[]> {
  if (bindings.length === 0) return [];
  return db
    .select()
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), inArray(transfers.binding, bindings), isNull(transfers.reorgedAt)));
}

/** A living transfer of a wallet that carries this binding, fits no payment, was not set aside and does not go back; null where there is none. */
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
        not(isGoingBack),
      ),
    )
    .limit(1);
  return row ?? null;
}

/**
 * Unmatched, unreferenced, living transfers sent by a wallet that an unpaid payment of its owner, or its top-up, may be for and that do not go back to it, oldest first and so many at most:
 * before the wallet was proven it was anybody's, and may have sent as much as it likes.
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
        not(isGoingBack),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex))
    .limit(limit);
}
