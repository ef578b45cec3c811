import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { cardsOf, payeeOf } from "@hearth/db/payee-of";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payeeCards } from "@hearth/db/schema/payee-cards";
import { payees } from "@hearth/db/schema/payees";
import { payerNotices } from "@hearth/db/schema/payer-notices";
import { payments } from "@hearth/db/schema/payments";
import { HearthError } from "@hearth/domain/errors";
import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type PayeeCardRow = typeof payeeCards.$inferSelect;
export type PayerNoticeRow = typeof payerNotices.$inferSelect;

const named = { merchantId: merchants.id, name: merchants.name };
const carded = { ...named, payee: payeeOf(merchants.id) };

/** Reads a merchant's name, its current payee and its cards. */
export async function findCardedMerchant(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db.select(carded).from(merchants).where(eq(merchants.id, merchantId));
  return row ?? null;
}
export type CardedMerchant = NonNullable<Awaited<ReturnType<typeof findCardedMerchant>>>;

/**
 * Reads merchants with their payees and cards. Share-locks them in id order until the transaction ends, so that no payee changes meanwhile.
 */
export async function holdCardedMerchants(tx: Transaction, merchantIds: readonly string[]) {
  return tx
    .select({ ...carded, status: merchants.status })
    .from(merchants)
    .where(inArray(merchants.id, [...new Set(merchantIds)]))
    .orderBy(asc(merchants.id))
    .for("share");
}

/** Reads the merchant that is paid at an address, or was last, with its cards. */
export async function findCardsAt(db: DatabaseOrTransaction, address: string) {
  const [row] = await db
    .select({ ...named, cards: cardsOf(merchants.id) })
    .from(payees)
    .innerJoin(merchants, eq(merchants.id, payees.merchantId))
    .where(eq(sql`lower(${payees.address})`, address.toLowerCase()))
    .orderBy(sql`${payees.endedAt} desc nulls first`, desc(payees.createdAt))
    .limit(1);
  return row ?? null;
}

/** Lists the merchants that have a card and a current payee, after an id. */
export async function listCardedMerchants(db: DatabaseOrTransaction, after: string | null, limit: number) {
  const hasCard = exists(
    db
      .select({ one: sql`1` })
      .from(payeeCards)
      .where(and(eq(payeeCards.merchantId, merchants.id), eq(payeeCards.sequence, 1))),
  );
  return db
    .select(carded)
    .from(merchants)
    .where(and(hasCard, after === null ? undefined : gt(merchants.id, after)))
    .orderBy(asc(merchants.id))
    .limit(limit);
}

/** Stores a card. @throws HearthError CONFLICT where another one has taken its place. */
export async function insertPayeeCard(tx: Transaction, card: typeof payeeCards.$inferInsert): Promise<void> {
  try {
    await tx.insert(payeeCards).values(card);
  } catch (error) {
    if (violatedConstraint(error) !== "payee_cards_sequence_key") throw error;
    throw new HearthError("CONFLICT", { cause: error });
  }
}

/** Returns when a card was stored, with the facts that its chain does not contain. */
export async function findCardRow(db: DatabaseOrTransaction, merchantId: string, sequence: number): Promise<PayeeCardRow | null> {
  const isThat = and(eq(payeeCards.merchantId, merchantId), eq(payeeCards.sequence, sequence));
  const [row] = await db.select().from(payeeCards).where(isThat);
  return row ?? null;
}

/** Queues the notice to a merchant's payers about its payee, once for each payee. */
export async function insertPayerNotice(tx: Transaction, notice: typeof payerNotices.$inferInsert): Promise<void> {
  await tx.insert(payerNotices).values(notice).onConflictDoNothing({ target: payerNotices.payeeId });
}

/** Returns the notice about a payee, or null. */
export async function findPayerNotice(db: DatabaseOrTransaction, payeeId: string): Promise<PayerNoticeRow | null> {
  const [row] = await db.select().from(payerNotices).where(eq(payerNotices.payeeId, payeeId));
  return row ?? null;
}

/** Returns the unfinished notices that are not set aside, oldest first. */
export async function listOpenNotices(db: DatabaseOrTransaction, now: Date, limit: number) {
  return db
    .select({ notice: payerNotices, name: merchants.name, timeZone: merchants.timeZone, address: payees.address })
    .from(payerNotices)
    .innerJoin(merchants, eq(merchants.id, payerNotices.merchantId))
    .innerJoin(payees, eq(payees.id, payerNotices.payeeId))
    .where(and(isNull(payerNotices.finishedAt), isNotSetAside("notify-payers", payerNotices.id, now)))
    .orderBy(asc(payerNotices.createdAt), asc(payerNotices.id))
    .limit(limit);
}

/** Locks a notice until the transaction ends; null where another process has it. */
export async function lockPayerNotice(tx: Transaction, id: string): Promise<PayerNoticeRow | null> {
  const [row] = await tx.select().from(payerNotices).where(eq(payerNotices.id, id)).for("update", { skipLocked: true });
  return row ?? null;
}

/** Stores the progress of a notice. */
export async function updatePayerNotice(
  tx: Transaction,
  id: string,
  set: Pick<PayerNoticeRow, "afterUserId" | "finishedAt">,
): Promise<void> {
  await tx.update(payerNotices).set(set).where(eq(payerNotices.id, id));
}

/**
 * Returns the accounts that pay a merchant, by id, after an id: tenants of a lease that has not ended before `since`, and payers of a payment
 * since then.
 */
export async function listPayers(
  db: DatabaseOrTransaction,
  merchantId: string,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<string[]> {
  const sinceDay = since.toISOString().slice(0, 10);
  const isLiving = and(
    isNull(leases.undoneAt),
    or(isNull(leases.endsOn), gte(leases.endsOn, sinceDay)),
    or(isNull(leaseTenants.endedAt), gte(leaseTenants.endedAt, since)),
  );
  const tenants = db
    .select({ id: sql<string>`${leaseTenants.userId}`.as("id") })
    .from(leaseTenants)
    .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .where(
      and(
        eq(leases.merchantId, merchantId),
        sql`${leaseTenants.userId} is not null`,
        isLiving,
        after === null ? undefined : gt(leaseTenants.userId, after),
      ),
    );
  const payers = db
    .select({ id: sql<string>`${payments.consumerId}`.as("id") })
    .from(payments)
    .where(
      and(eq(payments.merchantId, merchantId), gte(payments.createdAt, since), after === null ? undefined : gt(payments.consumerId, after)),
    );
  const rows = await tenants
    .union(payers)
    .orderBy(asc(sql`id`))
    .limit(limit);
  return rows.map(({ id }) => id);
}
