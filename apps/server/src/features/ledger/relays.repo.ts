import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { relays } from "@hearth/db/schema/relays";
import { and, asc, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";

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
export async function findNewestRelay(db: DatabaseOrTransaction, checkout: OfCheckout): Promise<RelayRow | null> {
  const [row] = await db.select().from(relays).where(isOfCheckout(checkout)).orderBy(desc(relays.id)).limit(1);
  return row ?? null;
}

/** The one relay that is sent and not mined yet, for a relayer's key. */
export async function findInFlight(db: DatabaseOrTransaction, chainId: number, relayer: `0x${string}`): Promise<RelayRow | null> {
  const [row] = await db
    .select()
    .from(relays)
    .where(and(mine(chainId, relayer), eq(relays.status, "sent")));
  return row ?? null;
}

/** The oldest relay that waits for its turn. */
export async function findNextQueued(db: DatabaseOrTransaction, chainId: number, relayer: `0x${string}`): Promise<RelayRow | null> {
  const [row] = await db
    .select()
    .from(relays)
    .where(and(mine(chainId, relayer), eq(relays.status, "queued")))
    .orderBy(asc(relays.updatedAt), asc(relays.id))
    .limit(1);
  return row ?? null;
}

function mine(chainId: number, relayer: `0x${string}`) {
  return and(eq(relays.chainId, chainId), eq(relays.relayerAddress, relayer));
}

type Signed = Required<Pick<NewRelay, "accountNonce" | "rawTransaction" | "txHash" | "maxFeePerGas">>;

/** Stores the signed transaction before it is sent; null when the relay has moved on, or another one is in flight. */
export async function markSent(tx: Transaction, relay: RelayRow, signed: Signed, now: Date): Promise<RelayRow | null> {
  const [row] = await tx
    .update(relays)
    .set({ ...signed, status: "sent", attempts: relay.attempts + 1, sentAt: now, updatedAt: now })
    .where(and(eq(relays.id, relay.id), eq(relays.status, relay.status), eq(relays.attempts, relay.attempts)))
    .returning();
  return row ?? null;
}

/** Says that the same transaction was sent again, so that the next try waits its turn. */
export async function touchRelay(db: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  await db.update(relays).set({ updatedAt: now }).where(eq(relays.id, id));
}

/** Ends a living relay; null when it has moved on. */
export async function markRelayEnded(
  tx: Transaction,
  relay: Pick<RelayRow, "id" | "status">,
  set: { status: "mined" | "failed"; failure?: string; now: Date },
): Promise<RelayRow | null> {
  const [row] = await tx
    .update(relays)
    .set({ status: set.status, failure: set.failure ?? null, updatedAt: set.now })
    .where(and(eq(relays.id, relay.id), eq(relays.status, relay.status)))
    .returning();
  return row ?? null;
}

/** Gives up a checkout's authorization that was not sent yet; answers how many there were. */
export async function dropQueuedRelay(tx: Transaction, checkout: OfCheckout, failure: string, now: Date): Promise<number> {
  const rows = await tx
    .update(relays)
    .set({ status: "failed", failure, updatedAt: now })
    .where(and(isOfCheckout(checkout), eq(relays.status, "queued")))
    .returning({ id: relays.id });
  return rows.length;
}

/** A mined authorization is usually read from the chain within a block or two; so long its payment waits for it. */
const minedGraceMs = 60_000;

/** Whether a payment's authorization was sent, or mined a moment ago, and its money may be seen at any moment. */
export async function isBeingRelayed(tx: Transaction, paymentId: string, now: Date): Promise<boolean> {
  const justMined = and(eq(relays.status, "mined"), gt(relays.updatedAt, new Date(now.getTime() - minedGraceMs)));
  return (await tx.$count(relays, and(eq(relays.paymentId, paymentId), or(eq(relays.status, "sent"), justMined)))) > 0;
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
export async function listMinedUnpaid(db: DatabaseOrTransaction, quietSince: Date, now: Date): Promise<RelayRow[]> {
  const rows = await db
    .select({ relay: relays })
    .from(relays)
    .innerJoin(payments, eq(payments.id, relays.paymentId))
    .where(
      and(
        sql`${relays.status} = 'mined'`, // a literal, as in its index
        ne(payments.status, "completed"),
        lt(relays.updatedAt, quietSince),
        gt(relays.validBefore, Math.floor(now.getTime() / 1_000)),
      ),
    )
    .limit(50);
  return rows.map((row) => row.relay);
}
