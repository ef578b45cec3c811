import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isNotHeldBack } from "@hearth/db/held-back";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { payments } from "@hearth/db/schema/payments";
import { relays } from "@hearth/db/schema/relays";
import { users } from "@hearth/db/schema/users";
import { transfers } from "@hearth/db/schema/transfers";
import { type ScheduledPaymentStatus, liveStatuses, type VoidReason } from "@hearth/domain/autopay/scheduled-payments";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type ScheduledPaymentRow = typeof scheduledPayments.$inferSelect;

/** The row without the columns that are never shown. */
export type ShownScheduledPayment = Omit<ScheduledPaymentRow, "encryptedSignature" | "salt" | "reference">;

/** Lists a payer's scheduled payments for these leases from a month on, or those of all payers. */
export async function listScheduledPayments(
  db: DatabaseOrTransaction,
  { leaseIds, payerId, from }: { leaseIds: string[]; payerId?: string; from: string },
): Promise<ScheduledPaymentRow[]> {
  const isPayers = payerId === undefined ? undefined : eq(scheduledPayments.payerId, payerId);
  return db
    .select()
    .from(scheduledPayments)
    .where(and(inArray(scheduledPayments.leaseId, leaseIds), isPayers, gte(scheduledPayments.period, from)))
    .orderBy(asc(scheduledPayments.period), desc(scheduledPayments.id));
}

/** Locks a scheduled payment until the transaction ends. */
export async function lockScheduledPayment(tx: Transaction, id: string): Promise<ScheduledPaymentRow | null> {
  const [row] = await tx.select().from(scheduledPayments).where(eq(scheduledPayments.id, id)).for("update");
  return row ?? null;
}

/** Locks a payer's scheduled payments with one of these statuses, of one lease or of all, in id order. */
export async function lockScheduledPaymentsOf(
  tx: Transaction,
  { leaseId, payerId, statuses }: { leaseId?: string; payerId: string; statuses: readonly ScheduledPaymentStatus[] },
): Promise<ScheduledPaymentRow[]> {
  const isOfLease = leaseId === undefined ? undefined : eq(scheduledPayments.leaseId, leaseId);
  return tx
    .select()
    .from(scheduledPayments)
    .where(and(eq(scheduledPayments.payerId, payerId), isOfLease, inArray(scheduledPayments.status, [...statuses])))
    .orderBy(asc(scheduledPayments.id))
    .for("update");
}

/** Returns true if the payer's account is active. Locks the account, so that suspending it waits until the transaction ends. */
export async function isPayerActive(db: DatabaseOrTransaction, payerId: string): Promise<boolean> {
  const [row] = await db.select({ status: users.status }).from(users).where(eq(users.id, payerId)).for("share");
  return row?.status === "active";
}

/** Makes a payer's scheduled payments due now that waited only because the account was not active. */
export async function resumeScheduledPaymentsOf(tx: Transaction, payerId: string, now: Date): Promise<void> {
  const { status, trouble } = scheduledPayments;
  await tx
    .update(scheduledPayments)
    .set({ nextLookAt: now })
    .where(and(eq(scheduledPayments.payerId, payerId), eq(status, "ready"), eq(trouble, "payer")));
}

export async function insertScheduledPayment(tx: Transaction, values: typeof scheduledPayments.$inferInsert): Promise<ScheduledPaymentRow> {
  const [row] = await tx.insert(scheduledPayments).values(values).returning();
  if (row === undefined) throw new Error("The scheduled payment was not stored");
  return row;
}

/** The columns that may change. The terms never do. */
export type ScheduledPaymentChange = Partial<
  Pick<
    ScheduledPaymentRow,
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

export async function updateScheduledPayment(tx: DatabaseOrTransaction, id: string, set: ScheduledPaymentChange, now: Date): Promise<void> {
  await tx
    .update(scheduledPayments)
    .set({ ...set, updatedAt: now })
    .where(eq(scheduledPayments.id, id));
}

/**
 * Returns true when another scheduled payment of the payer and lease was voided for the same reason since this one was signed. Uses the
 * index of a payer's scheduled payments.
 */
export async function hasAnotherEndedSince(
  tx: Transaction,
  { id, leaseId, payerId, signedAt }: ScheduledPaymentRow,
  reason: VoidReason,
): Promise<boolean> {
  const isOthers = and(ne(scheduledPayments.id, id), eq(scheduledPayments.leaseId, leaseId), eq(scheduledPayments.payerId, payerId));
  const [found] = await tx
    .select({ id: scheduledPayments.id })
    .from(scheduledPayments)
    .where(
      and(
        isOthers,
        eq(scheduledPayments.status, "void"),
        eq(scheduledPayments.voidReason, reason),
        signedAt ? gt(scheduledPayments.updatedAt, signedAt) : undefined,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Lists the months of these leases that have a live scheduled payment of any tenant. */
export async function listLivePeriods(db: DatabaseOrTransaction, leaseIds: string[]) {
  return db
    .select({ leaseId: scheduledPayments.leaseId, period: scheduledPayments.period, payerId: scheduledPayments.payerId })
    .from(scheduledPayments)
    .where(and(inArray(scheduledPayments.leaseId, leaseIds), inArray(scheduledPayments.status, [...liveStatuses])));
}

interface DuePage {
  due: Date;
  now: Date;
  limit: number;
}

/** Lists scheduled payments due for sending or following at `due`, longest waiting first, except those set aside at `now`. */
export async function listDue(db: DatabaseOrTransaction, { due, now, limit }: DuePage): Promise<ScheduledPaymentRow[]> {
  return db
    .select()
    .from(scheduledPayments)
    .where(
      and(
        isNotNull(scheduledPayments.nextLookAt),
        lte(scheduledPayments.nextLookAt, due),
        isNotSetAside("send-scheduled-payment", scheduledPayments.id, now),
        mayBeSent,
      ),
    )
    .orderBy(asc(scheduledPayments.nextLookAt), asc(scheduledPayments.id))
    .limit(limit);
}

// After a restore, a payment that its payer may have stopped since the backup must not be sent. Sent ones are still followed.
const mayBeSent = or(eq(scheduledPayments.status, "sent"), isNotHeldBack("payments", scheduledPayments.signedAt));

/** Lists scheduled payments due for their daily check at `due`, longest waiting first, except those set aside at `now`. */
export async function listToCheck(db: DatabaseOrTransaction, { due, now, limit }: DuePage): Promise<ScheduledPaymentRow[]> {
  return db
    .select()
    .from(scheduledPayments)
    .where(
      and(
        isNotNull(scheduledPayments.nextCheckAt),
        lte(scheduledPayments.nextCheckAt, due),
        isNotSetAside("check-scheduled-payment", scheduledPayments.id, now),
      ),
    )
    .orderBy(asc(scheduledPayments.nextCheckAt), asc(scheduledPayments.id))
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
