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
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";
import { isNotSetAside } from "../../../jobs/set-aside.repo.ts";
import { freeFormerPlaces, isFailedMailOf } from "../rows/tenants.repo.ts";

export type InvitationRow = typeof tenantInvitations.$inferSelect;

/** A page of a merchant's invitations that were not revoked, newest first, each with the reason why its mail bounced or was not sent. */
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

/** Stores an invitation. Returns its id. */
export async function insertInvitation(tx: Transaction, invitation: typeof tenantInvitations.$inferInsert): Promise<string> {
  const [row] = await tx.insert(tenantInvitations).values(invitation).returning({ id: tenantInvitations.id });
  if (!row) throw new Error("The invitation was not stored");
  return row.id;
}

/** An invitation that is mailed, or waits to be. */
const isOpen = or(isNotNull(tenantInvitations.inviteHash), isNotNull(tenantInvitations.waitingSince));

/**
 * Ends open invitations of a merchant: a single one, the one for a tenant of a lease, or those to an email without a lease. Returns true where there was one.
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
    .set({ endedAt: now, inviteHash: null, waitingSince: null, sendAt: null })
    .where(and(eq(tenantInvitations.merchantId, merchantId), isMeant, isOpen))
    .returning({ id: tenantInvitations.id });
  return rows.length > 0;
}

/** Locks an invitation of a merchant that was mailed and not followed, expired or not. Null where there is none. */
export async function lockMailed(tx: Transaction, merchantId: string, id: string): Promise<InvitationRow | null> {
  const { inviteHash, merchantId: owner } = tenantInvitations;
  const isMeant = and(eq(tenantInvitations.id, id), eq(owner, merchantId), isNotNull(inviteHash));
  const [row] = await tx.select().from(tenantInvitations).where(isMeant).for("update");
  return row ?? null;
}

/** Waiting invitations that are due, oldest first. One statement by an index of the due ones. */
export async function listDueInvitations(db: DatabaseOrTransaction, { now, limit }: { now: Date; limit: number }) {
  const { id, merchantId, sendAt } = tenantInvitations;
  return db
    .select({ id, merchantId })
    .from(tenantInvitations)
    .where(and(lte(sendAt, now), isNotSetAside("send-invitation", id, now)))
    .orderBy(asc(sendAt), asc(id))
    .limit(limit);
}

/** Locks a waiting invitation. Null where it was mailed, ended or is locked by another process. */
export async function lockWaiting(tx: Transaction, id: string): Promise<InvitationRow | null> {
  const [row] = await tx
    .select()
    .from(tenantInvitations)
    .where(and(eq(tenantInvitations.id, id), isNotNull(tenantInvitations.waitingSince)))
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Ends the expired invitation of a link's hash, and returns it. Null for a hash of no expired invitation. */
export async function endExpired(tx: Transaction, hash: string, now: Date): Promise<InvitationRow | null> {
  const { inviteHash, expiresAt } = tenantInvitations;
  const [row] = await tx
    .update(tenantInvitations)
    .set({ inviteHash: null, endedAt: now })
    .where(and(eq(inviteHash, hash), lte(expiresAt, now)))
    .returning();
  return row ?? null;
}

/** Gives a waiting invitation its link, which makes it an open one. */
export async function markInvited(tx: Transaction, id: string, link: { inviteHash: string; expiresAt: Date }): Promise<void> {
  await tx
    .update(tenantInvitations)
    .set({ ...link, waitingSince: null, sendAt: null })
    .where(eq(tenantInvitations.id, id));
}

/** Sets when a waiting invitation is tried again. Null: once its inviter has confirmed their email. */
export async function postponeInvitation(tx: Transaction, id: string, sendAt: Date | null): Promise<void> {
  await tx.update(tenantInvitations).set({ sendAt }).where(eq(tenantInvitations.id, id));
}

/** The invitation of a mail that is being sent: by its link's hash, which stays, or by its id with a new link's hash. */
export type RenewedLink = { expiresAt: Date } & ({ hash: string } | { id: string; newHash: string });

/** Extends an open invitation. Returns false where it was followed, revoked or replaced. */
export async function renewInvitation(db: DatabaseOrTransaction, { expiresAt, ...link }: RenewedLink): Promise<boolean> {
  const { id, inviteHash } = tenantInvitations;
  const rows = await db
    .update(tenantInvitations)
    .set({ expiresAt, ...("newHash" in link && { inviteHash: link.newHash }) })
    .where("hash" in link ? eq(inviteHash, link.hash) : and(eq(id, link.id), isNotNull(inviteHash)))
    .returning({ id });
  return rows.length > 0;
}

/** Selects unexpired invitations with their merchant, their inviter's name, and the lease that they name, if any. */
function selectOpen(db: DatabaseOrTransaction, isMeant: SQL | undefined, now: Date) {
  const { id, startsOn, endsOn, timeZone } = leases;
  return db
    .select({
      invitation: tenantInvitations,
      merchant: { name: merchants.name, businessType: merchants.businessType, status: merchants.status },
      inviter: { firstName: users.firstName, lastName: users.lastName },
      lease: { id, startsOn, endsOn, timeZone },
    })
    .from(tenantInvitations)
    .innerJoin(merchants, eq(merchants.id, tenantInvitations.merchantId))
    .innerJoin(users, eq(users.id, tenantInvitations.invitedBy))
    .leftJoin(leaseTenants, eq(leaseTenants.id, tenantInvitations.leaseTenantId))
    .leftJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .where(and(isMeant, isNotNull(tenantInvitations.inviteHash), gt(tenantInvitations.expiresAt, now)))
    .orderBy(desc(tenantInvitations.createdAt), desc(tenantInvitations.id))
    .limit(mostOpen);
}
export type OpenInvitationRow = Awaited<ReturnType<typeof selectOpen>>[number];

/** Open invitations of one email that are read at once. */
const mostOpen = 20;

/** Finds the unexpired invitation of a link's hash. */
export async function findInvitation(db: DatabaseOrTransaction, inviteHash: string, now: Date): Promise<OpenInvitationRow | null> {
  const [row] = await selectOpen(db, eq(tenantInvitations.inviteHash, inviteHash), now);
  return row ?? null;
}

/**
 * Unexpired invitations to the confirmed email of an account, newest first, at most 20. Leaves out those of a business in whose leases the account already has
 * its place. Empty while the email is not confirmed. One statement by an index of the email.
 */
export async function listInvitationsTo(db: DatabaseOrTransaction, userId: string, now: Date): Promise<OpenInvitationRow[]> {
  const isTheirs = sql`${tenantInvitations.email} = (select u.email from ${users} u where u.id = ${userId} and u.email_confirmed_at is not null)`;
  const isNew = sql`case when ${tenantInvitations.leaseTenantId} is null
    then not exists (select from ${users} u where u.id = ${userId} and u.enrolled_merchant_id = ${tenantInvitations.merchantId})
    else ${leaseTenants.userId} is null and ${leases.undoneAt} is null end`;
  return selectOpen(db, and(isTheirs, isNew, ne(merchants.status, "suspended")), now);
}

/** Marks an invitation as followed by an account. Returns true for the one call that did it. */
export async function markFollowed(tx: Transaction, id: string, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(tenantInvitations)
    .set({ userId, joinedAt: now, inviteHash: null })
    .where(and(eq(tenantInvitations.id, id), isNotNull(tenantInvitations.inviteHash)))
    .returning({ id: tenantInvitations.id });
  return rows.length > 0;
}

/** Tenants who have not joined and not left, of a lease that was not undone. For queries that read `lease_tenants` and `leases`. */
const hasPlace = (now: Date) =>
  and(isNull(leases.undoneAt), isNull(leaseTenants.userId), or(isNull(leaseTenants.endedAt), gt(leaseTenants.endedAt, now)));

/** True for a tenant of a lease who can still join it. */
export async function isInvitable(db: DatabaseOrTransaction, leaseTenantId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: leaseTenants.id })
    .from(leaseTenants)
    .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .where(and(eq(leaseTenants.id, leaseTenantId), hasPlace(now)));
  return rows.length > 0;
}

/** The lease and the home of a tenant that an invitation names. */
export async function findInvitedHome(db: DatabaseOrTransaction, leaseTenantId: string) {
  const [row] = await db
    .select({
      leaseId: leases.id,
      startsOn: leases.startsOn,
      timeZone: leases.timeZone,
      property: properties.name,
      unit: units.name,
    })
    .from(leaseTenants)
    .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .where(eq(leaseTenants.id, leaseTenantId));
  return row ?? null;
}

/** Tenants of a merchant's lease who have not joined it, with its address. */
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
    .where(and(inArray(leaseTenants.id, tenantIds), eq(leases.id, leaseId), eq(leases.merchantId, merchantId), hasPlace(now)));
  return rows.map(({ id, email, address, property, unit }) => ({
    leaseTenantId: id,
    email,
    address: address || property,
    aptNumber: unit,
  }));
}

/**
 * Makes an account the tenant that a lease names, and returns the lease's id. Null where another account has that place, where the tenant has moved out, or
 * where the lease was undone. The account loses places on the lease that it has moved out of.
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

/** When an inviter's email was confirmed. Null for an unknown account. */
export async function findInviter(db: DatabaseOrTransaction, userId: string) {
  const [row] = await db.select({ confirmedAt: users.emailConfirmedAt }).from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** Reads like `findInviter`, and keeps the account from being confirmed until the transaction ends. */
export async function holdInviter(tx: Transaction, userId: string) {
  const [row] = await tx.select({ confirmedAt: users.emailConfirmedAt }).from(users).where(eq(users.id, userId)).for("share");
  return row ?? null;
}
