import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";
import { freeFormerPlaces, isFailedMailOf } from "../rows/tenants.repo.ts";

export type InvitationRow = typeof tenantInvitations.$inferSelect;

/** A merchant's invitations that were not taken back, newest first, from behind a place on, each with why its mail came back or was not sent. */
export async function listInvitations(
  db: DatabaseOrTransaction,
  { merchantId, before, limit }: { merchantId: string; before: CursorPosition | undefined; limit: number },
) {
  return db
    .select({ invitation: tenantInvitations, mailError: mails.lastError })
    .from(tenantInvitations)
    .leftJoin(mails, isFailedMailOf)
    .where(
      and(
        eq(tenantInvitations.merchantId, merchantId),
        isNull(tenantInvitations.endedAt),
        isAfter(tenantInvitations.createdAt, tenantInvitations.id, before),
      ),
    )
    .orderBy(desc(tenantInvitations.createdAt), desc(tenantInvitations.id))
    .limit(limit);
}

/** Stores an invitation. */
export async function insertInvitation(tx: Transaction, invitation: typeof tenantInvitations.$inferInsert): Promise<string> {
  const [row] = await tx.insert(tenantInvitations).values(invitation).returning({ id: tenantInvitations.id });
  if (!row) throw new Error("The invitation was not stored");
  return row.id;
}

/**
 * Ends those of a merchant's invitations that nobody has followed: one of them, that of a place on a lease, or that of an email without a lease; whether
 * there was one.
 */
export async function markInvitationEnded(
  tx: Transaction,
  merchantId: string,
  which: { id: string } | { leaseTenantId: string } | { email: string },
  now: Date,
): Promise<boolean> {
  const { id, email, leaseTenantId } = tenantInvitations;
  const isMeant =
    "id" in which
      ? eq(id, which.id)
      : "leaseTenantId" in which
        ? eq(leaseTenantId, which.leaseTenantId)
        : and(eq(email, which.email), isNull(leaseTenantId));
  const rows = await tx
    .update(tenantInvitations)
    .set({ endedAt: now, inviteHash: null })
    .where(and(eq(tenantInvitations.merchantId, merchantId), isMeant, isNotNull(tenantInvitations.inviteHash)))
    .returning({ id: tenantInvitations.id });
  return rows.length > 0;
}

/** The invitation of a mail that is sent: by its link's hash, which stays, or by its id with the hash of another link. */
export type RenewedLink = { expiresAt: Date } & ({ hash: string } | { id: string; newHash: string });

/** Moves the end of an invitation that nobody has followed; false where somebody has, or where it was taken back or replaced. */
export async function renewInvitation(db: DatabaseOrTransaction, { expiresAt, ...link }: RenewedLink): Promise<boolean> {
  const { id, inviteHash } = tenantInvitations;
  const rows = await db
    .update(tenantInvitations)
    .set({ expiresAt, ...("newHash" in link && { inviteHash: link.newHash }) })
    .where("hash" in link ? eq(inviteHash, link.hash) : and(eq(id, link.id), isNotNull(inviteHash)))
    .returning({ id });
  return rows.length > 0;
}

/** The living invitation of a link's hash, with its merchant. */
export async function findInvitation(db: DatabaseOrTransaction, inviteHash: string, now: Date) {
  const [row] = await db
    .select({
      invitation: tenantInvitations,
      merchant: { name: merchants.name, businessType: merchants.businessType, status: merchants.status },
    })
    .from(tenantInvitations)
    .innerJoin(merchants, eq(merchants.id, tenantInvitations.merchantId))
    .where(and(eq(tenantInvitations.inviteHash, inviteHash), gt(tenantInvitations.expiresAt, now)));
  return row ?? null;
}

/** Makes an account the one that has followed an invitation, once; whether this call was the one that did. */
export async function markFollowed(tx: Transaction, id: string, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(tenantInvitations)
    .set({ userId, joinedAt: now, inviteHash: null })
    .where(and(eq(tenantInvitations.id, id), isNotNull(tenantInvitations.inviteHash)))
    .returning({ id: tenantInvitations.id });
  return rows.length > 0;
}

/** Those whom a merchant's lease names and who have not joined it, and where they live by it. */
export async function listInvitable(
  db: DatabaseOrTransaction,
  merchantId: string,
  { leaseId, tenantIds, now }: { leaseId: string; tenantIds: string[]; now: Date },
) {
  const rows = await db
    .select({ id: leaseTenants.id, email: leaseTenants.email, address: properties.address, property: properties.name, unit: units.name })
    .from(leaseTenants)
    .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(
      and(
        inArray(leaseTenants.id, tenantIds),
        eq(leases.id, leaseId),
        eq(leases.merchantId, merchantId),
        isNull(leases.undoneAt),
        isNull(leaseTenants.userId),
        or(isNull(leaseTenants.endedAt), gt(leaseTenants.endedAt, now)),
      ),
    );
  return rows.map(({ id, email, address, property, unit }) => ({
    leaseTenantId: id,
    email,
    address: address || property,
    aptNumber: unit,
  }));
}

/**
 * Makes an account the tenant that a lease names, where nobody else is yet, and answers the lease; null where somebody is, where the tenant has moved out, or
 * where the lease was undone. A place of the lease that the account has moved out of is its no more.
 */
export async function markNamedJoined(tx: Transaction, leaseTenantId: string, userId: string, now: Date): Promise<string | null> {
  const [named] = await tx.select({ leaseId: leaseTenants.leaseId }).from(leaseTenants).where(eq(leaseTenants.id, leaseTenantId));
  if (named === undefined) return null;
  await freeFormerPlaces(tx, { leaseId: named.leaseId, userId, except: leaseTenantId }, now);
  const [row] = await tx
    .update(leaseTenants)
    .set({ userId, joinedAt: sql`coalesce(${leaseTenants.joinedAt}, ${now.toISOString()})`, accountClosedAt: null })
    .where(
      and(
        eq(leaseTenants.id, leaseTenantId),
        sql`not exists (select from ${leases} l where l.id = ${leaseTenants.leaseId} and l.undone_at is not null)`,
        or(isNull(leaseTenants.userId), eq(leaseTenants.userId, userId)),
        or(isNull(leaseTenants.endedAt), gt(leaseTenants.endedAt, now)),
      ),
    )
    .returning({ leaseId: leaseTenants.leaseId });
  return row?.leaseId ?? null;
}

/** How somebody who invites is called, and when their email was confirmed. */
export async function findInviter(db: DatabaseOrTransaction, userId: string) {
  const [row] = await db.select({ confirmedAt: users.emailConfirmedAt }).from(users).where(eq(users.id, userId));
  return row ?? null;
}
