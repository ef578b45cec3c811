import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { payments } from "@hearth/db/schema/payments";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type RelayRow = typeof relays.$inferSelect;
export type NewRelay = typeof relays.$inferInsert;

/** Queues an authorization, or answers null when one is on its way for the checkout or was mined for it. */
export async function insertRelay(tx: Transaction, relay: NewRelay): Promise<RelayRow | null> {
  const [row] = await tx.insert(relays).values(relay).onConflictDoNothing().returning();
  return row ?? null;
}

/** A checkout of a payment: its own, or a top-up's. */
type OfCheckout = Pick<RelayRow, "paymentId" | "topUpId">;

function isOfCheckout({ paymentId, topUpId }: OfCheckout) {
  return and(eq(relays.paymentId, paymentId), topUpId === null ? isNull(relays.topUpId) : eq(relays.topUpId, topUpId));
}

/** Whether an authorization is on its way for a checkout, or was mined for it. */
export async function hasLivingRelay(db: DatabaseOrTransaction, checkout: OfCheckout): Promise<boolean> {
  return (await db.$count(relays, and(isOfCheckout(checkout), ne(relays.status, "failed")))) > 0;
}

/** The newest relay of a checkout. */
async function findNewestRelay(db: DatabaseOrTransaction, checkout: OfCheckout): Promise<RelayRow | null> {
  const [row] = await db.select().from(relays).where(isOfCheckout(checkout)).orderBy(desc(relays.id)).limit(1);
  return row ?? null;
}

/** A relay with the hash under which it was sent last. */
export type SentRelay = RelayRow & { txHash: `0x${string}` | null };

/** The newest relay of a checkout, with the hash under which it was sent last. */
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

/** A relayer's key on one chain: each has a queue of its own. */
type RelayKey = Pick<RelayRow, "chainId" | "relayerAddress">;

/** Those that the next transaction carries: the oldest that waits, and after it those of its kind, as many as may go together. */
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

/** What of a relay says where it stands in its queue, and when its signature runs out. */
export type WaitingRelay = RelayKey & Pick<RelayRow, "id" | "status" | "mostTogether" | "updatedAt">;

/** How many of its queue stand before a relay, by how many of them may go together. */
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

/** How many relays change their key in one statement. */
const adoptedAtOnce = 500;

/** Puts what other keys' queues hold into this key's queue, each in its place by its age: an authorization is carried by whoever has it. */
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

/** What waits in any key's queue since before a moment, some hundred at most. */
export async function listQueuedBefore(db: DatabaseOrTransaction, chainId: number, before: Date): Promise<RelayRow[]> {
  const isQueued = sql`${relays.status} = 'queued'`; // a literal, as in its index
  return db
    .select()
    .from(relays)
    .where(and(eq(relays.chainId, chainId), isQueued, lt(relays.updatedAt, before)))
    .limit(100);
}

/** What a transaction carries and waits for still. */
export async function listSentWith(db: DatabaseOrTransaction, transactionId: string): Promise<RelayRow[]> {
  const isSent = sql`${relays.status} = 'sent'`; // a literal, as in its index
  return db
    .select()
    .from(relays)
    .where(and(eq(relays.transactionId, transactionId), isSent))
    .orderBy(asc(relays.id));
}

/** Says of queued relays which stored transaction carries them; answers how many of them still waited. */
export async function markSent(tx: Transaction, ids: string[], transactionId: string, now: Date): Promise<number> {
  const rows = await tx
    .update(relays)
    .set({ transactionId, status: "sent", updatedAt: now })
    .where(and(inArray(relays.id, ids), eq(relays.status, "queued")))
    .returning({ id: relays.id });
  return rows.length;
}

/** Looks at relays again later: those that are queued go to the end of the queue. */
export async function touchRelays(db: DatabaseOrTransaction, ids: string[], now: Date): Promise<void> {
  if (ids.length > 0) await db.update(relays).set({ updatedAt: now }).where(inArray(relays.id, ids));
}

/** Puts sent relays back into the queue, in their turn, to be carried with at most so many; those that have moved on stay. */
export async function putBack(tx: Transaction, ids: string[], mostTogether: number | null): Promise<void> {
  await tx
    .update(relays)
    .set({ status: "queued", updatedAt: sql`${relays.createdAt}`, ...(mostTogether !== null && { mostTogether }) })
    .where(and(inArray(relays.id, ids), eq(relays.status, "sent")));
}

/** Lets a queued relay be carried with fewer others. */
export async function lowerMostTogether(db: DatabaseOrTransaction, id: string, mostTogether: number): Promise<void> {
  await db
    .update(relays)
    .set({ mostTogether })
    .where(and(eq(relays.id, id), eq(relays.status, "queued")));
}

/** What a relay has for a signature once it has failed. */
const erased = "0x";

/** Ends living relays of one status; answers those that had not moved on. The signature of one that has failed is erased. */
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

/** Gives up a checkout's authorization that was not sent yet; answers how many there were. */
export async function dropQueuedRelay(tx: Transaction, checkout: OfCheckout, failure: string, now: Date): Promise<number> {
  const rows = await tx
    .update(relays)
    .set({ status: "failed", failure, updatedAt: now, signature: erased })
    .where(and(isOfCheckout(checkout), eq(relays.status, "queued")))
    .returning({ id: relays.id });
  return rows.length;
}

/** How many signatures are erased in one statement. */
const erasedAtOnce = 1_000;

/** Erases signatures of relays that have failed and still have one; answers how many. */
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

/** A mined authorization is usually read from the chain within a block or two; so long its payment waits for it. */
const minedGraceMs = 60_000;

/**
 * Whether a payment's authorization was sent, or mined a moment ago, and its money may be seen at any moment. One whose time was over in a block up to
 * which everything is kept brings no money any more, whatever became of the transaction that carries it.
 */
export async function isBeingRelayed(tx: Transaction, paymentId: string, now: Date): Promise<boolean> {
  const justMined = and(eq(relays.status, "mined"), gt(relays.updatedAt, new Date(now.getTime() - minedGraceMs)));
  const isOver = sql`exists (select from ${chainCursors} where ${chainCursors.chainId} = ${relays.chainId}
    and ${chainCursors.keptTime} >= to_timestamp(${relays.validBefore}))`;
  const mayBeMined = and(eq(relays.status, "sent"), not(isOver));
  return (await tx.$count(relays, and(eq(relays.paymentId, paymentId), or(mayBeMined, justMined)))) > 0;
}

/** A mined authorization whose block left the chain goes back into the queue while it is still valid. */
export async function requeueRelay(tx: Transaction, checkout: OfCheckout, now: Date): Promise<void> {
  const newest = await findNewestRelay(tx, checkout);
  if (newest?.status !== "mined" || newest.validBefore * 1_000 <= now.getTime()) return;
  await tx
    .update(relays)
    .set({ status: "queued", updatedAt: now })
    .where(and(eq(relays.id, newest.id), eq(relays.status, "mined")));
}

/** Mined authorizations of unpaid payments that nothing has been seen of for a while: their block may have left the chain unread. */
export async function listMinedUnpaid(db: DatabaseOrTransaction, quietSince: Date, now: Date, limit: number): Promise<SentRelay[]> {
  return db
    .select({ ...getTableColumns(relays), txHash: relayTransactions.txHash })
    .from(relays)
    .innerJoin(payments, eq(payments.id, relays.paymentId))
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId))
    .where(
      and(
        sql`${relays.status} = 'mined'`, // a literal, as in its index
        ne(payments.status, "completed"),
        lt(relays.updatedAt, quietSince),
        gt(relays.validBefore, Math.floor(now.getTime() / 1_000)),
        isNotSetAside("recheck-relay", relays.id, now),
      ),
    )
    .limit(limit);
}
