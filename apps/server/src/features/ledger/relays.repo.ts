import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { payments } from "@hearth/db/schema/payments";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { refunds } from "@hearth/db/schema/refunds";
import { relays } from "@hearth/db/schema/relays";
import { and, asc, count, desc, eq, exists, getTableColumns, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type RelayRow = typeof relays.$inferSelect;
export type NewRelay = typeof relays.$inferInsert;

/**
 * Queues an authorization. Returns null when the checkout or the refund already has one in progress or mined, or when the wallet has sent
 * money with the same nonce.
 */
export async function insertRelay(tx: Transaction, relay: NewRelay): Promise<RelayRow | null> {
  const [row] = await tx.insert(relays).values(relay).onConflictDoNothing().returning();
  return row ?? null;
}

/** A payment's own checkout, or a top-up's. */
interface OfCheckout {
  paymentId: string;
  topUpId: string | null;
}

function isOfCheckout({ paymentId, topUpId }: OfCheckout) {
  return and(eq(relays.paymentId, paymentId), topUpId === null ? isNull(relays.topUpId) : eq(relays.topUpId, topUpId));
}

/** Returns true when the checkout has an authorization in progress or mined. */
export async function hasLivingRelay(db: DatabaseOrTransaction, checkout: OfCheckout): Promise<boolean> {
  return (await db.$count(relays, and(isOfCheckout(checkout), ne(relays.status, "failed")))) > 0;
}

async function findNewestRelay(db: DatabaseOrTransaction, checkout: OfCheckout): Promise<RelayRow | null> {
  const [row] = await db.select().from(relays).where(isOfCheckout(checkout)).orderBy(desc(relays.id)).limit(1);
  return row ?? null;
}

/** A relay with the hash of its last transaction. */
export type SentRelay = RelayRow & { txHash: `0x${string}` | null };

/** Finds a checkout's newest relay with the hash of its last transaction. */
export async function findNewestSentRelay(db: DatabaseOrTransaction, checkout: OfCheckout): Promise<SentRelay | null> {
  const [row] = await db
    .select({ ...getTableColumns(relays), txHash: relayTransactions.txHash })
    .from(relays)
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId))
    .where(isOfCheckout(checkout))
    .orderBy(desc(relays.id))
    .limit(1);
  return row ?? null;
}

/** A relayer's key on one chain. Each has its own queue. */
type RelayKey = Pick<RelayRow, "chainId" | "relayerAddress">;

/** Lists the relays of the next transaction: the oldest in the queue, then others with the same batch limit, up to that limit. */
export async function listNextQueued(db: DatabaseOrTransaction, key: RelayKey, now: Date): Promise<RelayRow[]> {
  const isFree = isNotSetAside("carry-relay", relays.id, now);
  const [oldest] = await db
    .select({ mostTogether: relays.mostTogether })
    .from(relays)
    .where(and(isQueuedFor(key), isFree))
    .orderBy(asc(relays.updatedAt), asc(relays.id))
    .limit(1);
  if (oldest === undefined) return [];
  const { mostTogether } = oldest;
  return db
    .select()
    .from(relays)
    .where(and(isQueuedFor(key), isFree, eq(relays.mostTogether, mostTogether)))
    .orderBy(asc(relays.updatedAt), asc(relays.id))
    .limit(mostTogether);
}

/** The fields that determine a relay's place in the queue. */
export type WaitingRelay = RelayKey & Pick<RelayRow, "id" | "status" | "mostTogether" | "updatedAt">;

/** Counts the queued relays before this one, grouped by batch limit. */
export async function countQueued(db: DatabaseOrTransaction, before: WaitingRelay): Promise<{ most: number; count: number }[]> {
  const isBefore = sql`(${relays.updatedAt}, ${relays.id}) < (${before.updatedAt.toISOString()}, ${before.id})`;
  return db
    .select({ most: relays.mostTogether, count: count() })
    .from(relays)
    .where(and(isQueuedFor(before), isBefore))
    .groupBy(relays.mostTogether);
}

function isQueuedFor({ chainId, relayerAddress }: RelayKey) {
  const isQueued = sql`${relays.status} = 'queued'`; // a literal, as in its index
  return and(eq(relays.chainId, chainId), eq(relays.relayerAddress, relayerAddress), isQueued);
}

/** Relays moved per statement. */
const adoptedAtOnce = 500;

/** Moves other keys' queued relays to this key's queue, keeping their age. Any key can broadcast an authorization. */
export async function adoptQueued(db: DatabaseOrTransaction, { chainId, relayerAddress }: RelayKey): Promise<void> {
  const isOthers = or(lt(relays.relayerAddress, relayerAddress), gt(relays.relayerAddress, relayerAddress));
  const some = db
    .select({ id: relays.id })
    .from(relays)
    .where(and(eq(relays.chainId, chainId), isOthers, sql`${relays.status} = 'queued'`))
    .limit(adoptedAtOnce);
  await db
    .update(relays)
    .set({ relayerAddress })
    .where(and(inArray(relays.id, some), eq(relays.status, "queued")));
}

/** Lists at most 100 relays queued before a time, of any key. */
export async function listQueuedBefore(db: DatabaseOrTransaction, chainId: number, before: Date): Promise<RelayRow[]> {
  const isQueued = sql`${relays.status} = 'queued'`; // a literal, as in its index
  return db
    .select()
    .from(relays)
    .where(and(eq(relays.chainId, chainId), isQueued, lt(relays.updatedAt, before)))
    .limit(100);
}

/** Lists the relays of a transaction that are still waiting for it. */
export async function listSentWith(db: DatabaseOrTransaction, transactionId: string): Promise<RelayRow[]> {
  const isSent = sql`${relays.status} = 'sent'`; // a literal, as in its index
  return db
    .select()
    .from(relays)
    .where(and(eq(relays.transactionId, transactionId), isSent))
    .orderBy(asc(relays.id));
}

/** Assigns queued relays to a stored transaction. Returns the number that were still queued. */
export async function markSent(tx: Transaction, ids: string[], transactionId: string, now: Date): Promise<number> {
  const rows = await tx
    .update(relays)
    .set({ transactionId, status: "sent", updatedAt: now })
    .where(and(inArray(relays.id, ids), eq(relays.status, "queued")))
    .returning({ id: relays.id });
  return rows.length;
}

/** Delays the next check of relays. Queued ones go to the end of the queue. */
export async function touchRelays(db: DatabaseOrTransaction, ids: string[], now: Date): Promise<void> {
  if (ids.length > 0) await db.update(relays).set({ updatedAt: now }).where(inArray(relays.id, ids));
}

/** Requeues sent relays at their original place, with a new batch limit unless it is null. Leaves relays that are no longer sent. */
export async function requeueRelays(tx: Transaction, ids: string[], mostTogether: number | null): Promise<void> {
  await tx
    .update(relays)
    .set({ status: "queued", updatedAt: sql`${relays.createdAt}`, ...(mostTogether !== null && { mostTogether }) })
    .where(and(inArray(relays.id, ids), eq(relays.status, "sent")));
}

/** Lowers a queued relay's batch limit. */
export async function lowerMostTogether(db: DatabaseOrTransaction, id: string, mostTogether: number): Promise<void> {
  await db
    .update(relays)
    .set({ mostTogether })
    .where(and(eq(relays.id, id), eq(relays.status, "queued")));
}

/** Value that replaces the signature of a failed relay. */
const erased = "0x";

/** Ends relays that are still in status `from` and returns them. Erases the signature of failed ones. */
export async function markRelaysEnded(
  tx: Transaction,
  ids: string[],
  set: { from: RelayRow["status"]; status: "mined" | "failed"; failure?: string; now: Date },
): Promise<RelayRow[]> {
  if (ids.length === 0) return [];
  return tx
    .update(relays)
    .set({ status: set.status, failure: set.failure ?? null, updatedAt: set.now, ...(set.status === "failed" && { signature: erased }) })
    .where(and(inArray(relays.id, ids), eq(relays.status, set.from)))
    .returning();
}

/** Cancels a checkout's queued authorization. Returns the number cancelled. */
export async function dropQueuedRelay(tx: Transaction, checkout: OfCheckout, failure: string, now: Date): Promise<number> {
  const rows = await tx
    .update(relays)
    .set({ status: "failed", failure, updatedAt: now, signature: erased })
    .where(and(isOfCheckout(checkout), eq(relays.status, "queued")))
    .returning({ id: relays.id });
  return rows.length;
}

/** Signatures erased per statement. */
const erasedAtOnce = 1_000;

/** Erases remaining signatures of failed relays. Returns their number. */
export async function eraseSignatures(db: DatabaseOrTransaction): Promise<number> {
  const some = db
    .select({ id: relays.id })
    .from(relays)
    .where(sql`${relays.status} = 'failed' and ${relays.signature} <> '0x'`) // literals, as in its index
    .limit(erasedAtOnce);
  const rows = await db
    .update(relays)
    .set({ signature: erased })
    .where(and(inArray(relays.id, some), eq(relays.status, "failed")))
    .returning({ id: relays.id });
  return rows.length;
}

/** True once an authorization's deadline is before a fully recorded block, so that it can bring no money any more. */
const isOver = sql`exists (select from ${chainCursors} where ${chainCursors.chainId} = ${relays.chainId}
  and ${chainCursors.keptTime} >= to_timestamp(${relays.validBefore}))`;

/** A mined authorization is usually read within a block or two; its payment waits at most this long. */
const minedGraceMs = 60_000;

/**
 * Returns true while the payment's authorization is sent or just mined, so its money may appear at any moment. Once an authorization's
 * deadline is before a fully recorded block, it cannot bring money any more, whatever the state of its transaction.
 */
export async function isBeingRelayed(tx: Transaction, paymentId: string, now: Date): Promise<boolean> {
  const justMined = and(eq(relays.status, "mined"), gt(relays.updatedAt, new Date(now.getTime() - minedGraceMs)));
  const mayBeMined = and(eq(relays.status, "sent"), not(isOver));
  return (await tx.$count(relays, and(eq(relays.paymentId, paymentId), or(mayBeMined, justMined)))) > 0;
}

/** Requeues a checkout's mined authorization whose block left the chain, if it is still valid. */
export async function requeueRelay(tx: Transaction, checkout: OfCheckout, now: Date): Promise<void> {
  const newest = await findNewestRelay(tx, checkout);
  if (newest !== null) await requeueMined(tx, newest, now);
}

/** Requeues a mined authorization whose block left the chain, if it is still valid. */
export async function requeueMined(tx: Transaction, { id, status, validBefore }: RelayRow, now: Date): Promise<void> {
  if (status !== "mined" || validBefore * 1_000 <= now.getTime()) return;
  await tx
    .update(relays)
    .set({ status: "queued", updatedAt: now })
    .where(and(eq(relays.id, id), eq(relays.status, "mined")));
}

/**
 * Lists mined authorizations of unpaid payments, of open refunds, and of money sent out of wallets, without news since `quietSince`. Their
 * block may have left the chain before it was read.
 */
export async function listMinedUnpaid(db: DatabaseOrTransaction, quietSince: Date, now: Date, limit: number): Promise<SentRelay[]> {
  return selectMinedUnpaid(db, quietSince, now).limit(limit);
}

function selectMinedUnpaid(db: DatabaseOrTransaction, quietSince: Date, now: Date) {
  return db
    .select({ ...getTableColumns(relays), txHash: relayTransactions.txHash })
    .from(relays)
    .leftJoin(payments, eq(payments.id, relays.paymentId))
    .leftJoin(refunds, eq(refunds.id, relays.refundId))
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId))
    .where(
      and(
        sql`${relays.status} = 'mined'`, // a literal, as in its index
        or(isNotNull(relays.senderId), ne(payments.status, "completed"), eq(refunds.status, "open")),
        lt(relays.updatedAt, quietSince),
        gt(relays.validBefore, Math.floor(now.getTime() / 1_000)),
        isNotSetAside("recheck-relay", relays.id, now),
      ),
    );
}

/**
 * Returns true when the relayer has work: a queued authorization or a transaction in flight, of any key, or a mined authorization that
 * `listMinedUnpaid` lists.
 */
export async function isAnythingToRelay(db: DatabaseOrTransaction, chainId: number, quietSince: Date, now: Date): Promise<boolean> {
  const isQueued = and(eq(relays.chainId, chainId), sql`${relays.status} = 'queued'`); // literals, as in their indexes
  const isInFlight = and(eq(relayTransactions.chainId, chainId), sql`${relayTransactions.status} = 'sent'`);
  const [row] = await db.execute<{ is: boolean }>(sql`
    select exists (select from ${relays} where ${isQueued})
      or exists (select from ${relayTransactions} where ${isInFlight})
      or ${exists(selectMinedUnpaid(db, quietSince, now))} as is`);
  return row?.is ?? false;
}

const isSend = sql`${relays.senderId} is not null`; // a literal, as in its indexes

/** Money that an account sends out of its passkey wallet. */
export type WalletSend = SentRelay;

/** Lists the newest sends of an account. */
export async function listSends(db: DatabaseOrTransaction, userId: string, limit: number): Promise<WalletSend[]> {
  return selectSends(db)
    .where(and(eq(relays.senderId, userId), isSend))
    .orderBy(desc(relays.id))
    .limit(limit);
}

/** Finds what a wallet sent with a nonce, also for another account. */
export async function findSend(
  db: DatabaseOrTransaction,
  { chainId, fromAddress, nonce }: Pick<RelayRow, "chainId" | "fromAddress" | "nonce">,
): Promise<WalletSend | null> {
  const isIt = and(eq(relays.chainId, chainId), eq(relays.fromAddress, fromAddress), eq(relays.nonce, nonce), isSend);
  const [row] = await selectSends(db).where(isIt);
  return row ?? null;
}

function selectSends(db: DatabaseOrTransaction) {
  return db
    .select({ ...getTableColumns(relays), txHash: relayTransactions.txHash })
    .from(relays)
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId));
}

/** Counts the sends of an account or of a wallet since a time. Leaves out those that failed before the relayer paid gas for them. */
export async function countSends(
  db: DatabaseOrTransaction,
  { userId, fromAddress, since }: { userId: string; fromAddress: `0x${string}`; since: Date },
): Promise<number> {
  const isOfEither = or(eq(relays.senderId, userId), eq(relays.fromAddress, fromAddress));
  const hasCost = or(ne(relays.status, "failed"), isNotNull(relays.transactionId));
  return db.$count(relays, and(isSend, isOfEither, gt(relays.createdAt, since), hasCost));
}

/** Finds a refund's newest relay, with the hash of its last transaction. */
export async function findRefundRelay(db: DatabaseOrTransaction, refundId: string): Promise<SentRelay | null> {
  const isIts = and(eq(relays.refundId, refundId), isNotNull(relays.refundId));
  const [row] = await selectSends(db).where(isIts).orderBy(desc(relays.id)).limit(1);
  return row ?? null;
}

/**
 * Fails the authorizations of an unsent refund that cannot move its money any more, because their block left the chain for good, and queued
 * ones where `withQueued` is true. Returns false while another is on its way. Requires the refund's lock, and that no transfer of it is recorded.
 */
export async function dropRefundRelays(
  tx: Transaction,
  refundId: string,
  { failure, withQueued }: { failure: string; withQueued: boolean },
  now: Date,
): Promise<boolean> {
  const isIts = and(eq(relays.refundId, refundId), isNotNull(relays.refundId));
  const isLost = and(eq(relays.status, "mined"), isOver);
  const isIdle = withQueued ? or(eq(relays.status, "queued"), isLost) : isLost;
  await tx.update(relays).set({ status: "failed", failure, updatedAt: now, signature: erased }).where(and(isIts, isIdle));
  return (await tx.$count(relays, and(isIts, ne(relays.status, "failed")))) === 0;
}
