import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { auditLog, type AuditValue } from "@hearth/db/schema/audit-log";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { payees } from "@hearth/db/schema/payees";
import { wallets } from "@hearth/db/schema/wallets";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";

/**
 * Locks the invitations that accounts have sent since a time, ended ones included. Excludes the row of an owner who handed a business over,
 * which names its new owner as the inviter.
 */
export async function lockInvitedSince(tx: Transaction, { inviterIds, since }: { inviterIds: string[]; since: Date }) {
  const { id, merchantId, email, userId, endedAt, invitedBy, createdAt, expiresAt } = merchantStaff;
  return tx
    .select({ id, merchantId, email, userId, endedAt })
    .from(merchantStaff)
    .where(and(inArray(invitedBy, inviterIds), gte(createdAt, since), gt(expiresAt, createdAt)))
    .orderBy(asc(id))
    .for("no key update");
}

/** Reads and locks a current staff member or open invitation, or returns null. */
export async function lockStaffById(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ id: merchantStaff.id, email: merchantStaff.email, role: merchantStaff.role })
    .from(merchantStaff)
    .where(and(eq(merchantStaff.id, id), isNull(merchantStaff.endedAt)))
    .for("no key update");
  return row ?? null;
}

/** Ends locked invitations and staff roles. */
export async function endStaff(tx: Transaction, ids: string[], now: Date): Promise<void> {
  if (ids.length > 0) await tx.update(merchantStaff).set({ endedAt: now, inviteHash: null }).where(inArray(merchantStaff.id, ids));
}

/** An act as the audit log tells it. */
export interface Act {
  subject: string | null;
  data: Record<string, AuditValue>;
  actorId: string | null;
}

/** Returns acts of one kind by some accounts since a time, oldest first. Uses the index of actors. */
export async function listActs(
  db: DatabaseOrTransaction,
  { action, actorIds, since }: { action: AuditAction; actorIds: string[]; since: Date },
): Promise<Act[]> {
  const { subject, data, actorId, at, id } = auditLog;
  return db
    .select({ subject, data, actorId })
    .from(auditLog)
    .where(and(inArray(actorId, actorIds), eq(auditLog.action, action), gte(at, since)))
    .orderBy(asc(id));
}

/** Returns acts of one kind on a subject since a time, newest first. Uses the index of subjects. */
export async function listActsOn(
  db: DatabaseOrTransaction,
  { action, subject, since }: { action: AuditAction; subject: string; since: Date },
): Promise<Act[]> {
  const { data, actorId, at, id } = auditLog;
  return db
    .select({ subject: auditLog.subject, data, actorId })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, action), gte(at, since)))
    .orderBy(desc(id));
}

/** Returns the last act of one kind on a subject before a time, or null. Uses the index of subjects. */
export async function findLastAct(
  db: DatabaseOrTransaction,
  { action, subject, before }: { action: AuditAction; subject: string; before: Date },
): Promise<(Act & { at: Date }) | null> {
  const { data, actorId, at, id } = auditLog;
  const [row] = await db
    .select({ subject: auditLog.subject, data, actorId, at })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, action), lt(at, before)))
    .orderBy(desc(id))
    .limit(1);
  return row ?? null;
}

/** Counts acts of some kinds by some accounts since a time. */
export async function countActs(
  db: DatabaseOrTransaction,
  { actions, actorIds, since }: { actions: AuditAction[]; actorIds: string[]; since: Date },
): Promise<Map<string, number>> {
  const { action, actorId, at } = auditLog;
  const rows = await db
    .select({ action, count: count() })
    .from(auditLog)
    .where(and(inArray(actorId, actorIds), inArray(action, actions), gte(at, since)))
    .groupBy(action);
  return new Map(rows.map((row) => [row.action, row.count]));
}

/**
 * Finds the businesses whose pending payout wallet change one of the accounts has requested, at any time. A suspension can make it wait for weeks.
 */
export async function listRequestedChanges(db: DatabaseOrTransaction, actorIds: string[]) {
  const { merchantId, address, requestedBy, appliedAt, stoppedAt } = payeeChanges;
  return db
    .select({ merchantId, address })
    .from(payeeChanges)
    .where(and(inArray(requestedBy, actorIds), isNull(appliedAt), isNull(stoppedAt)))
    .orderBy(asc(merchantId));
}

/** True where a business had proven a payout wallet when it was last paid there. */
export async function wasProvenPayee(db: DatabaseOrTransaction, merchantId: string, address: string): Promise<boolean> {
  const [row] = await db
    .select({ provenAt: payees.provenAt })
    .from(payees)
    .where(and(eq(payees.merchantId, merchantId), eq(sql`lower(${payees.address})`, address.toLowerCase())))
    .orderBy(desc(payees.createdAt), desc(payees.id))
    .limit(1);
  return row !== undefined && row.provenAt !== null;
}

/** Returns an account's wallets that were linked since a time, or that were linked before and unlinked since. */
export async function listChangedWallets(db: DatabaseOrTransaction, userIds: string[], since: Date) {
  const { userId, kind, address, provenAt, createdAt, unlinkedAt, id } = wallets;
  const isNew = and(gte(createdAt, since), isNull(unlinkedAt));
  const isGone = and(lt(createdAt, since), gte(unlinkedAt, since));
  return db
    .select({ userId, kind, address, provenAt, isNew: sql<boolean>`${unlinkedAt} is null` })
    .from(wallets)
    .where(and(inArray(userId, userIds), or(isNew, isGone)))
    .orderBy(asc(unlinkedAt), asc(id));
}
