import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";

export type NewStaff = typeof merchantStaff.$inferInsert;

/** Those who work for a business or are invited to, by when they were invited. */
export async function listStaff(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  return db
    .select({ staff: merchantStaff, firstName: users.firstName, lastName: users.lastName })
    .from(merchantStaff)
    .leftJoin(users, eq(users.id, merchantStaff.userId))
    .where(and(eq(merchantStaff.merchantId, merchantId), isNull(merchantStaff.endedAt)))
    .orderBy(asc(merchantStaff.createdAt), asc(merchantStaff.id))
    .limit(limit);
}
export type StaffRow = Awaited<ReturnType<typeof listStaff>>[number];

/** A business's owner, as its staff may know them. */
export async function findOwner(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, confirmedAt: users.emailConfirmedAt })
    .from(merchants)
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}

/** When an account's email was confirmed, and how its holder is called. */
export async function findInviter(db: DatabaseOrTransaction, userId: string) {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

/** Stores an invitation, whose email is invited to that business by no other living one. */
export async function insertStaff(tx: Transaction, staff: NewStaff): Promise<string> {
  const [row] = await tx.insert(merchantStaff).values(staff).returning({ id: merchantStaff.id });
  if (!row) throw new Error("The invitation was not stored");
  return row.id;
}

/** Ends the invitation of an email to a business, where nobody has joined by it. */
export async function markInvitationEnded(tx: Transaction, merchantId: string, email: string, now: Date): Promise<void> {
  const { endedAt, userId } = merchantStaff;
  await tx
    .update(merchantStaff)
    .set({ endedAt: now, inviteHash: null })
    .where(and(eq(merchantStaff.merchantId, merchantId), eq(merchantStaff.email, email), isNull(userId), isNull(endedAt)));
}

/** Gives a business's living staff another role; answers what was before, or null. */
export async function lockStaff(tx: Transaction, { merchantId, id }: { merchantId: string; id: string }) {
  const [row] = await tx
    .select()
    .from(merchantStaff)
    .where(and(eq(merchantStaff.id, id), eq(merchantStaff.merchantId, merchantId), isNull(merchantStaff.endedAt)))
    .for("no key update");
  return row ?? null;
}

/** Gives a locked one another role. */
export async function setStaffRole(tx: Transaction, id: string, role: StaffRole): Promise<void> {
  await tx.update(merchantStaff).set({ role }).where(eq(merchantStaff.id, id));
}

/** Ends a locked one, whether they have joined or not. */
export async function markStaffEnded(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(merchantStaff).set({ endedAt: now, inviteHash: null }).where(eq(merchantStaff.id, id));
}

/** The living invitation of a link's hash, with the business. */
export async function findInvitation(db: DatabaseOrTransaction, inviteHash: string, now: Date) {
  const { id, email, role, merchantId } = merchantStaff;
  const [row] = await db
    .select({ id, email, role, merchantId, business: merchants.name })
    .from(merchantStaff)
    .innerJoin(merchants, eq(merchants.id, merchantStaff.merchantId))
    .where(and(eq(merchantStaff.inviteHash, inviteHash), isNull(merchantStaff.endedAt), gt(merchantStaff.expiresAt, now)));
  return row ?? null;
}

/** Makes an account the one that an invitation is for, once; whether this call was the one that did. */
export async function markStaffJoined(tx: Transaction, id: string, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(merchantStaff)
    .set({ userId, joinedAt: now, inviteHash: null })
    .where(and(eq(merchantStaff.id, id), isNull(merchantStaff.userId), isNull(merchantStaff.endedAt)))
    .returning({ id: merchantStaff.id });
  return rows.length > 0;
}

/** The accounts that work for a business. */
export async function listStaffUserIds(db: DatabaseOrTransaction, merchantId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: merchantStaff.userId })
    .from(merchantStaff)
    .where(and(eq(merchantStaff.merchantId, merchantId), isNull(merchantStaff.endedAt), isNotNull(merchantStaff.userId)));
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** Moves the end of an invitation that nobody has followed, by its link's hash or by its id with the hash of another link; false where it is over. */
export async function renewInvitation(
  db: DatabaseOrTransaction,
  { expiresAt, ...link }: { expiresAt: Date } & ({ hash: string } | { id: string; newHash: string }),
): Promise<boolean> {
  const { id, inviteHash, endedAt } = merchantStaff;
  const isMeant = "hash" in link ? eq(inviteHash, link.hash) : and(eq(id, link.id), isNotNull(inviteHash));
  const rows = await db
    .update(merchantStaff)
    .set({ expiresAt, ...("newHash" in link && { inviteHash: link.newHash }) })
    .where(and(isMeant, isNull(endedAt)))
    .returning({ id });
  return rows.length > 0;
}
