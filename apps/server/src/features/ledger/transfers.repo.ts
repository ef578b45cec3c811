import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isGoingBack } from "@hearth/db/going-back";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { and, asc, desc, eq, exists, gt, gte, inArray, isNotNull, isNull, lte, ne, not, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

export type TransferRow = typeof transfers.$inferSelect;
export type NewTransfer = typeof transfers.$inferInsert;

const matched = and(eq(transfers.verdict, "matched"), isNull(transfers.reorgedAt));

/** Whose payout wallet an address is or was, and from which block on. */
export interface WatchedAddress {
  address: `0x${string}`;
  merchantId: string;
  fromBlock: bigint;
}

/** Every address that money is watched at, once for each merchant that is or was paid there, the current one first. */
export async function listWatchedAddresses(db: DatabaseOrTransaction): Promise<WatchedAddress[]> {
  return db
    .select({ address: payees.address, merchantId: payees.merchantId, fromBlock: payees.watchedFromBlock })
    .from(payees)
    .orderBy(sql`lower(${payees.address})`, sql`${payees.endedAt} desc nulls first`, desc(payees.createdAt));
}

/** The row of a log, locked until the transaction ends. */
export async function lockTransferByLog(tx: Transaction, log: Pick<ObservedTransfer, "chainId" | "txHash" | "logIndex">) {
  const [row] = await tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.chainId, log.chainId), eq(transfers.txHash, log.txHash), eq(transfers.logIndex, log.logIndex)))
    .for("update");
  return row ?? null;
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

/** Inserts a transfer; the log's unique key makes a second one impossible. */
export async function insertTransfer(tx: Transaction, transfer: NewTransfer): Promise<TransferRow> {
  const [row] = await tx.insert(transfers).values(transfer).returning();
  if (!row) throw new Error("The inserted transfer was not returned");
  return row;
}

/** Brings the row of a log up to date; what belongs to a payment is not set aside any more. */
export async function updateTransfer(tx: Transaction, id: string, set: Partial<NewTransfer>): Promise<TransferRow> {
  const values = set.verdict === "matched" || set.verdict === "part" ? { ...set, setAsideAt: null } : set;
  const [row] = await tx.update(transfers).set(values).where(eq(transfers.id, id)).returning();
  if (!row) throw new Error("The updated transfer was not returned");
  return row;
}

/** Whether a living transfer is matched to the payment, or one was until a moment ago and may come back. */
export async function hasMatchedTransfer(tx: Transaction, paymentId: string, reorgedSince?: Date): Promise<boolean> {
  const living = isNull(transfers.reorgedAt);
  const [row] = await tx
    .select({ id: transfers.id })
    .from(transfers)
    .where(
      and(
        eq(transfers.paymentId, paymentId),
        eq(transfers.verdict, "matched"),
        reorgedSince ? or(living, gt(transfers.reorgedAt, reorgedSince)) : living,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Transfers that belong to a payment or were meant for it, oldest first. */
export async function listTransfersOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<TransferRow[]> {
  return db.select().from(transfers).where(eq(transfers.paymentId, paymentId)).orderBy(asc(transfers.seenAt), asc(transfers.id));
}

const returning = alias(transfers, "returning");

/**
 * Living money that was meant for a payment and does not count for it, with the transfer with which it went back to its sender; oldest first
 * and so many at most, since strangers can send it.
 */
export async function listOthersOfPayment(
  db: DatabaseOrTransaction,
  paymentId: string,
  limit: number,
): Promise<{ transfer: TransferRow; sentBackBy: TransferRow | null }[]> {
  return db
    .select({ transfer: transfers, sentBackBy: returning })
    .from(transfers)
    .leftJoin(returning, eq(returning.id, transfers.sentBackBy))
    .where(isBeside(paymentId))
    .orderBy(asc(transfers.seenAt), asc(transfers.id))
    .limit(limit);
}

/** How much of such money there is. */
export function countOthersOfPayment(db: DatabaseOrTransaction, paymentId: string): Promise<number> {
  return db.$count(transfers, isBeside(paymentId));
}

function isBeside(paymentId: string) {
  return and(eq(transfers.paymentId, paymentId), inArray(transfers.verdict, ["short", "duplicate"]), isNull(transfers.reorgedAt));
}

/** The living transfer that is matched to a payment. */
export async function findMatchedTransfer(db: DatabaseOrTransaction, paymentId: string): Promise<TransferRow | null> {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.paymentId, paymentId), matched));
  return row ?? null;
}

/** How many transfers of exactly this amount reached the payee since a moment without belonging to any payment. */
export async function countUnmatched(
  db: DatabaseOrTransaction,
  filter: { chainId: number; toAddress: string; usdcUnits: bigint; since: Date },
): Promise<number> {
  return db.$count(
    transfers,
    and(
      eq(transfers.chainId, filter.chainId),
      eq(sql`lower(${transfers.toAddress})`, filter.toAddress.toLowerCase()),
      eq(transfers.usdcUnits, filter.usdcUnits),
      eq(transfers.verdict, "unmatched"),
      isNull(transfers.reorgedAt),
      isNull(transfers.sentBackBy),
      gte(transfers.blockTime, filter.since),
    ),
  );
}

/** Matched transfers that are not counted yet, oldest block first. */
export async function listUncounted(db: DatabaseOrTransaction, chainId: number): Promise<TransferRow[]> {
  return db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chainId, chainId),
        matched,
        exists(
          db
            .select({ one: sql`1` })
            .from(payments)
            .where(and(eq(payments.id, transfers.paymentId), ne(payments.status, "completed"))),
        ),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
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

/** The blocks up to a height that hold living transfers which are not final yet, lowest first. */
export async function listUnfinalBlocks(db: DatabaseOrTransaction, chainId: number, upTo: bigint, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectDistinct({ number: transfers.blockNumber })
    .from(transfers)
    .where(and(eq(transfers.chainId, chainId), isNull(transfers.finalAt), isNull(transfers.reorgedAt), lte(transfers.blockNumber, upTo)))
    .orderBy(asc(transfers.blockNumber))
    .limit(limit);
  return rows.map(({ number }) => number);
}

/** Says of all living transfers in these very blocks that they can never leave the chain; answers those that were not final before. */
export async function markFinal(
  tx: Transaction,
  chainId: number,
  blocks: readonly { number: bigint; hash: string }[],
  now: Date,
): Promise<TransferRow[]> {
  if (blocks.length === 0) return [];
  const inBlocks = sql.join(
    blocks.map(({ number, hash }) => sql`(${number.toString()}::bigint, ${hash})`),
    sql`, `,
  );
  return tx
    .update(transfers)
    .set({ finalAt: now })
    .where(
      and(
        eq(transfers.chainId, chainId),
        isNull(transfers.finalAt),
        isNull(transfers.reorgedAt),
        sql`(${transfers.blockNumber}, ${transfers.blockHash}) in (${inBlocks})`,
      ),
    )
    .returning();
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

/** Living transfers within a range of blocks, for comparing with the chain. */
export async function listTransfersBetween(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint) {
  return db
    .select()
    .from(transfers)
    .where(
      and(eq(transfers.chainId, chainId), gte(transfers.blockNumber, from), lte(transfers.blockNumber, to), isNull(transfers.reorgedAt)),
    );
}

/** Unmatched, unreferenced, living transfers sent by a wallet that do not go back to it, oldest first. */
export async function listUnmatchedFrom(db: DatabaseOrTransaction, chainId: number, from: string): Promise<TransferRow[]> {
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
        not(isGoingBack),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
}

/**
 * Payments that an unreferenced transfer could be for: same payee, exact amount, not older than its block, not paid, and by a payer who
 * has proven the sending wallet. `open` ones were open at the block's time; the others had ended before it.
 */
export async function listCandidates(tx: Transaction, observed: ObservedTransfer, amountCents: number) {
  const floor = new Date(observed.blockTime.getTime() + 999);
  return tx
    .select({
      id: payments.id,
      open: sql<boolean>`${payments.expiresAt} > ${observed.blockTime.toISOString()} and (${payments.endedAt} is null or ${payments.endedAt} > ${observed.blockTime.toISOString()})`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.chainId, observed.chainId),
        eq(sql`lower(${payments.payeeAddress})`, observed.to.toLowerCase()),
        eq(payments.amountCents, amountCents),
        ne(payments.status, "completed"),
        lte(payments.createdAt, floor),
        gt(payments.createdAt, new Date(observed.blockTime.getTime() - 86_400_000)),
        exists(
          tx
            .select({ one: sql`1` })
            .from(wallets)
            .where(
              and(
                eq(wallets.userId, payments.consumerId),
                eq(sql`lower(${wallets.address})`, observed.from.toLowerCase()),
                isNotNull(wallets.provenAt),
                isNull(wallets.unlinkedAt),
              ),
            ),
        ),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(transfers)
            .where(and(eq(transfers.paymentId, payments.id), matched)),
        ),
      ),
    );
}
