import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isNotHeldBack } from "@hearth/db/held-back";
import { cheques } from "@hearth/db/schema/cheques";
import { payments } from "@hearth/db/schema/payments";
import { relays } from "@hearth/db/schema/relays";
import { transfers } from "@hearth/db/schema/transfers";
import { type ChequeStatus, liveStatuses, type VoidReason } from "@hearth/domain/autopay/cheques";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type ChequeRow = typeof cheques.$inferSelect;

/** The row without the columns that are never shown. */
export type ShownCheque = Omit<ChequeRow, "encryptedSignature" | "salt" | "reference">;

/** Lists a payer's scheduled payments for these leases from a month on, or those of all payers. */
export async function listCheques(
  db: DatabaseOrTransaction,
  { leaseIds, payerId, from }: { leaseIds: string[]; payerId?: string; from: string },
): Promise<ChequeRow[]> {
  const isPayers = payerId === undefined ? undefined : eq(cheques.payerId, payerId);
  return db
    .select()
    .from(cheques)
    .where(and(inArray(cheques.leaseId, leaseIds), isPayers, gte(cheques.period, from)))
    .orderBy(asc(cheques.period), desc(cheques.id));
}

/** Locks a scheduled payment until the transaction ends. */
export async function lockCheque(tx: Transaction, id: string): Promise<ChequeRow | null> {
  const [row] = await tx.select().from(cheques).where(eq(cheques.id, id)).for("update");
  return row ?? null;
}

/** Locks a payer's scheduled payments of a lease with one of these statuses, in id order. */
export async function lockChequesOf(
  tx: Transaction,
  { leaseId, payerId, statuses }: { leaseId: string; payerId: string; statuses: readonly ChequeStatus[] },
): Promise<ChequeRow[]> {
  return tx
    .select()
    .from(cheques)
    .where(and(eq(cheques.leaseId, leaseId), eq(cheques.payerId, payerId), inArray(cheques.status, [...statuses])))
    .orderBy(asc(cheques.id))
    .for("update");
}

export async function insertCheque(tx: Transaction, values: typeof cheques.$inferInsert): Promise<ChequeRow> {
  const [row] = await tx.insert(cheques).values(values).returning();
  if (row === undefined) throw new Error("The scheduled payment was not stored");
  return row;
}

/** The columns that may change. The terms never do. */
export type ChequeChange = Partial<
  Pick<
    ChequeRow,
    | "status"
    | "encryptedSignature"
    | "voidReason"
    | "trouble"
    | "paymentId"
    | "nextLookAt"
    | "nextCheckAt"
    | "signedAt"
    | "toldAt"
    | "unusedBlock"
    | "searchedBlock"
  >
>;

export async function updateCheque(tx: DatabaseOrTransaction, id: string, set: ChequeChange, now: Date): Promise<void> {
  await tx
    .update(cheques)
    .set({ ...set, updatedAt: now })
    .where(eq(cheques.id, id));
}

/**
 * Returns true when another scheduled payment of the payer and lease was voided for the same reason since this one was signed. Uses the
 * index of a payer's scheduled payments.
 */
export async function hasAnotherEndedSince(
  tx: Transaction,
  { id, leaseId, payerId, signedAt }: ChequeRow,
  reason: VoidReason,
): Promise<boolean> {
  const isOthers = and(ne(cheques.id, id), eq(cheques.leaseId, leaseId), eq(cheques.payerId, payerId));
  const [found] = await tx
    .select({ id: cheques.id })
    .from(cheques)
    .where(
      and(isOthers, eq(cheques.status, "void"), eq(cheques.voidReason, reason), signedAt ? gt(cheques.updatedAt, signedAt) : undefined),
    )
    .limit(1);
  return found !== undefined;
}

/** Lists the months of these leases that have a live scheduled payment of any tenant. */
export async function listLivePeriods(db: DatabaseOrTransaction, leaseIds: string[]) {
  return db
    .select({ leaseId: cheques.leaseId, period: cheques.period, payerId: cheques.payerId })
    .from(cheques)
    .where(and(inArray(cheques.leaseId, leaseIds), inArray(cheques.status, [...liveStatuses])));
}

interface DuePage {
  due: Date;
  now: Date;
  limit: number;
}

/** Lists scheduled payments due for sending or following at `due`, longest waiting first, except those set aside at `now`. */
export async function listDue(db: DatabaseOrTransaction, { due, now, limit }: DuePage): Promise<ChequeRow[]> {
  return db
    .select()
    .from(cheques)
    .where(and(isNotNull(cheques.nextLookAt), lte(cheques.nextLookAt, due), isNotSetAside("send-cheque", cheques.id, now), mayBeSent))
    .orderBy(asc(cheques.nextLookAt), asc(cheques.id))
    .limit(limit);
}

// After a restore, a payment that its payer may have stopped since the backup must not be sent. Sent ones are still followed.
const mayBeSent = or(eq(cheques.status, "sent"), isNotHeldBack("payments", cheques.signedAt));

/** Lists scheduled payments due for their daily check at `due`, longest waiting first, except those set aside at `now`. */
export async function listToCheck(db: DatabaseOrTransaction, { due, now, limit }: DuePage): Promise<ChequeRow[]> {
  return db
    .select()
    .from(cheques)
    .where(and(isNotNull(cheques.nextCheckAt), lte(cheques.nextCheckAt, due), isNotSetAside("check-cheque", cheques.id, now)))
    .orderBy(asc(cheques.nextCheckAt), asc(cheques.id))
    .limit(limit);
}

/**
 * Loads the state of a scheduled payment's payment: its status, whether an authorization is in progress or mined, the last failure, and
 * whether paying money was seen.
 */
export async function findOutcome(db: DatabaseOrTransaction, paymentId: string) {
  const isLiving = sql<boolean>`coalesce(bool_or(${relays.status} <> 'failed'), false)`;
  const failure = sql<string | null>`(array_agg(${relays.failure} order by ${relays.id} desc))[1]`;
  const hasMoney = sql<boolean>`exists (select from ${transfers} where ${transfers.paymentId} = ${payments.id}
    and ${transfers.verdict} in ('matched', 'part') and ${transfers.reorgedAt} is null)`;
  const [row] = await db
    .select({ status: payments.status, isLiving, failure, hasMoney })
    .from(payments)
    .leftJoin(relays, eq(relays.paymentId, payments.id))
    .where(eq(payments.id, paymentId))
    .groupBy(payments.id);
  return row ?? null;
}
