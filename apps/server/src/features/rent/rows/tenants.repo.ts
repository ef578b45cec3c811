import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { cheques } from "@hearth/db/schema/cheques";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { staffOf } from "@hearth/db/staff-of";
import { and, asc, eq, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";

export type LeaseTenantRow = typeof leaseTenants.$inferSelect;

/** Whether a tenant has moved out by a moment. */
export const hasLeft = ({ endedAt }: Pick<LeaseTenantRow, "endedAt">, now: Date): boolean => endedAt !== null && endedAt <= now;

/** All tenants that a lease has or had, in the order in which they were entered. */
export async function listTenantsOf(db: DatabaseOrTransaction, leaseId: string): Promise<LeaseTenantRow[]> {
  return db.select().from(leaseTenants).where(eq(leaseTenants.leaseId, leaseId)).orderBy(asc(leaseTenants.id));
}

/**
 * The tenants of a lease, each with the invitation that nobody has followed, and why its mail came back or was not sent. One statement; an index entry of
 * each table for each tenant.
 */
export async function listInvitedTenants(db: DatabaseOrTransaction, leaseId: string) {
  const { createdAt, expiresAt } = tenantInvitations;
  return db
    .select({ tenant: leaseTenants, invitation: { createdAt, expiresAt }, mailError: mails.lastError })
    .from(leaseTenants)
    .leftJoin(tenantInvitations, and(eq(tenantInvitations.leaseTenantId, leaseTenants.id), isNotNull(tenantInvitations.inviteHash)))
    .leftJoin(mails, isFailedMailOf)
    .where(eq(leaseTenants.leaseId, leaseId))
    .orderBy(asc(leaseTenants.id));
}
export type InvitedTenantRow = Awaited<ReturnType<typeof listInvitedTenants>>[number];

/** The mail of an invitation where no mail server took it, or where it came back. For queries that read `tenant_invitations` and `mails`. */
export const isFailedMailOf = and(
  eq(mails.userId, tenantInvitations.invitedBy),
  eq(mails.key, sql`'tenant-invited:' || ${tenantInvitations.id}`),
  inArray(mails.status, ["refused", "failed"]),
);

/** What can change of a tenant. */
type TenantChange = Partial<
  Pick<LeaseTenantRow, "name" | "email" | "userId" | "joinedAt" | "movedInOn" | "movedOutOn" | "endedAt" | "accountClosedAt">
>;

/** Changes a tenant who has still the account, or none, that they were seen with; false where they joined or left meanwhile. */
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

/** Takes an account off the places on a lease that it has moved out of, so that it can have another one there. */
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

/** Takes an account that is being closed off all its leases; answers those that it still rented under, with whom to tell. Two statements. */
export async function leaveAllLeases(tx: Transaction, userId: string, now: Date) {
  const left = await tx
    .update(leaseTenants)
    .set({ userId: null, joinedAt: null, accountClosedAt: now })
    .where(eq(leaseTenants.userId, userId))
    .returning({ leaseId: leaseTenants.leaseId, tenant: leaseTenants.name, endedAt: leaseTenants.endedAt });
  const nameOf = new Map(left.flatMap(({ leaseId, tenant, endedAt }) => (hasLeft({ endedAt }, now) ? [] : [[leaseId, tenant]])));
  if (nameOf.size === 0) return [];
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
    .where(inArray(leases.id, [...nameOf.keys()]));
  return rows.map((row) => ({ ...row, tenant: nameOf.get(row.leaseId) ?? "" }));
}

/** Lets autopay look at once at what a tenant has signed for a lease, and end what it is not for any more. */
export async function markChequesToCheck(tx: Transaction, { leaseId, payerId }: { leaseId: string; payerId: string }, now: Date) {
  await tx
    .update(cheques)
    .set({ nextCheckAt: now })
    .where(and(eq(cheques.leaseId, leaseId), eq(cheques.payerId, payerId), eq(cheques.status, "ready")));
}

/** A consumer who chose this merchant themselves, and whether they have shown that the address is theirs. */
export interface Enrolled {
  userId: string;
  isConfirmed: boolean;
}

/**
 * Consumers who chose this merchant, by email address. Held until the transaction ends, so that an address that is confirmed at the same moment is
 * seen here, or sees what this transaction leaves.
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
