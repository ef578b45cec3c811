import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { staffOf } from "@hearth/db/staff-of";
import { and, asc, eq, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import { sumOwedDeposits } from "./deposits.repo.ts";

export type LeaseTenantRow = typeof leaseTenants.$inferSelect;

/** True when a tenant has moved out by a moment. */
export const hasLeft = ({ endedAt }: Pick<LeaseTenantRow, "endedAt">, now: Date): boolean => endedAt !== null && endedAt <= now;

/** All current and former tenants of a lease, in the order of entry. */
export async function listTenantsOf(db: DatabaseOrTransaction, leaseId: string): Promise<LeaseTenantRow[]> {
  return db.select().from(leaseTenants).where(eq(leaseTenants.leaseId, leaseId)).orderBy(asc(leaseTenants.id));
}

/**
 * The tenants of a lease, each with the open invitation and why its mail bounced or was not sent. One statement that reads one index entry of each table for
 * each tenant.
 */
export async function listInvitedTenants(db: DatabaseOrTransaction, leaseId: string) {
  const { createdAt, expiresAt, waitingSince, sendAt, inviteHash } = tenantInvitations;
  return db
    .select({ tenant: leaseTenants, invitation: { createdAt, expiresAt, waitingSince, sendAt }, mailError: mails.lastError })
    .from(leaseTenants)
    .leftJoin(
      tenantInvitations,
      and(eq(tenantInvitations.leaseTenantId, leaseTenants.id), or(isNotNull(inviteHash), isNotNull(waitingSince))),
    )
    .leftJoin(mails, isFailedMailOf)
    .where(eq(leaseTenants.leaseId, leaseId))
    .orderBy(asc(leaseTenants.id));
}
export type InvitedTenantRow = Awaited<ReturnType<typeof listInvitedTenants>>[number];

/** Joins an invitation to its mail where no mail server accepted it, or where it bounced. For queries that read `tenant_invitations` and `mails`. */
export const isFailedMailOf = and(
  eq(mails.userId, tenantInvitations.invitedBy),
  eq(mails.key, sql`'tenant-invited:' || ${tenantInvitations.id}`),
  inArray(mails.status, ["refused", "failed"]),
);

/** The columns of a tenant that can change. */
type TenantChange = Partial<
  Pick<LeaseTenantRow, "name" | "email" | "userId" | "joinedAt" | "movedInOn" | "movedOutOn" | "endedAt" | "accountClosedAt">
>;

/** Updates a tenant whose account is still the one that was read. Returns false where the tenant joined or left meanwhile. */
export async function updateTenant(
  tx: Transaction,
  { id, userId }: Pick<LeaseTenantRow, "id" | "userId">,
  set: TenantChange,
): Promise<boolean> {
  const isAsSeen = sql`${leaseTenants.userId} is not distinct from ${userId}::uuid`;
  const rows = await tx
    .update(leaseTenants)
    .set(set)
    .where(and(eq(leaseTenants.id, id), isAsSeen))
    .returning({ id: leaseTenants.id });
  return rows.length > 0;
}

/** Removes an account from places on a lease that it has moved out of, so that it can take another one there. */
export async function freeFormerPlaces(
  tx: Transaction,
  { leaseId, userId, except }: { leaseId: string; userId: string; except: string | null },
  now: Date,
): Promise<void> {
  const isAnother = except === null ? undefined : ne(leaseTenants.id, except);
  await tx
    .update(leaseTenants)
    .set({ userId: null, joinedAt: null })
    .where(and(eq(leaseTenants.userId, userId), eq(leaseTenants.leaseId, leaseId), lte(leaseTenants.endedAt, now), isAnother));
}

/**
 * Removes an account that is being closed from all its leases. Returns the leases that it still rented under, or whose deposit it paid, with the deposit that is
 * held for it and the people to notify. Three statements.
 */
export async function leaveAllLeases(tx: Transaction, userId: string, now: Date) {
  const ended = await tx
    .update(leaseTenants)
    .set({ userId: null, joinedAt: null, accountClosedAt: now })
    .where(eq(leaseTenants.userId, userId))
    .returning({ leaseId: leaseTenants.leaseId, tenant: leaseTenants.name, email: leaseTenants.email, endedAt: leaseTenants.endedAt });
  if (ended.length === 0) return [];
  const left = new Map(ended.map((place) => [place.leaseId, { ...place, hasLeft: hasLeft(place, now) }]));
  const leaseIds = [...left.keys()];
  const leftIds = leaseIds.filter((id) => left.get(id)?.hasLeft);
  const deposits = await sumOwedDeposits(tx, { userId, leaseIds, leftIds });
  const concerned = leaseIds.filter((id) => !left.get(id)?.hasLeft || (deposits.get(id) ?? 0) > 0);
  if (concerned.length === 0) return [];
  const rows = await tx
    .select({
      leaseId: leases.id,
      ownerId: merchants.ownerUserId,
      staff: staffOf(merchants.id),
      merchant: merchants.name,
      businessType: merchants.businessType,
      place: sql<string>`${properties.name} || ' ' || ${units.name}`,
    })
    .from(leases)
    .innerJoin(merchants, eq(merchants.id, leases.merchantId))
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(inArray(leases.id, concerned));
  return rows.map((row) => {
    const { tenant = "", email = "", hasLeft: hasMovedOut = false } = left.get(row.leaseId) ?? {};
    return { ...row, tenant, email, hasMovedOut, depositCents: deposits.get(row.leaseId) ?? 0 };
  });
}

/** Makes autopay's next check of a tenant's scheduled payments for a lease due now, so that it ends those that no longer apply. */
export async function markScheduledPaymentsToCheck(tx: Transaction, { leaseId, payerId }: { leaseId: string; payerId: string }, now: Date) {
  await tx
    .update(scheduledPayments)
    .set({ nextCheckAt: now })
    .where(and(eq(scheduledPayments.leaseId, leaseId), eq(scheduledPayments.payerId, payerId), eq(scheduledPayments.status, "ready")));
}

/** A consumer who chose this merchant themselves, and whether they have confirmed the address. */
export interface Enrolled {
  userId: string;
  isConfirmed: boolean;
}

/**
 * Consumers who chose this merchant, by email address. Locks them until the transaction ends. An address that is confirmed at the same moment is either seen
 * here, or its confirmation sees what this transaction wrote.
 */
export async function lockEnrolled(tx: Transaction, merchantId: string, emails: string[]): Promise<Map<string, Enrolled>> {
  const { id, email, enrolledMerchantId } = users;
  const rows = await tx
    .select({ userId: id, email, enrolledMerchantId, isConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null` })
    .from(users)
    .where(and(inArray(email, emails), eq(users.role, "user")))
    .orderBy(asc(id))
    .for("share");
  const chose = rows.filter((row) => row.enrolledMerchantId === merchantId);
  return new Map(chose.map((row) => [row.email, { userId: row.userId, isConfirmed: row.isConfirmed }]));
}
