import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";

export type NewStaff = typeof merchantStaff.$inferInsert;

/** Returns a business's staff and open invitations, by the time of invitation. */
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

/** Reads a business's owner, as far as its staff may see it. */
export async function findOwner(db: DatabaseOrTransaction, merchantId: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, confirmedAt: users.emailConfirmedAt })
    .from(merchants)
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}

/** Reads an inviter's name, and when their email was confirmed. */
export async function findInviter(db: DatabaseOrTransaction, userId: string) {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

/** Stores an invitation and returns its id. The caller has ended the business's earlier invitation of this email. */
export async function insertStaff(tx: Transaction, staff: NewStaff): Promise<string> {
  const [row] = await tx.insert(merchantStaff).values(staff).returning({ id: merchantStaff.id });
  if (!row) throw new Error("The invitation was not stored");
  return row.id;
}

/** Ends an email's invitation to a business, unless its account has already joined. */
export async function markInvitationEnded(tx: Transaction, merchantId: string, email: string, now: Date): Promise<void> {
  const { endedAt, userId } = merchantStaff;
  await tx
    .update(merchantStaff)
    .set({ endedAt: now, inviteHash: null })
    .where(and(eq(merchantStaff.merchantId, merchantId), eq(merchantStaff.email, email), isNull(userId), isNull(endedAt)));
}

/** Reads and locks a current staff member or open invitation of a business, or returns null. */
export async function lockStaff(tx: Transaction, { merchantId, id }: { merchantId: string; id: string }) {
  const [row] = await tx
    .select()
    .from(merchantStaff)
    .where(and(eq(merchantStaff.id, id), eq(merchantStaff.merchantId, merchantId), isNull(merchantStaff.endedAt)))
    .for("no key update");
  return row ?? null;
}

/** Sets the role of a locked staff member. */
export async function setStaffRole(tx: Transaction, id: string, role: StaffRole): Promise<void> {
  await tx.update(merchantStaff).set({ role }).where(eq(merchantStaff.id, id));
}

/** Ends a locked staff member or invitation. */
export async function markStaffEnded(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(merchantStaff).set({ endedAt: now, inviteHash: null }).where(eq(merchantStaff.id, id));
}

/** Finds the valid invitation of a link's hash, with the business's name and status. */
export async function findInvitation(db: DatabaseOrTransaction, inviteHash: string, now: Date) {
  const { id, email, role, merchantId } = merchantStaff;
  const [row] = await db
    .select({ id, email, role, merchantId, business: merchants.name, status: merchants.status })
    .from(merchantStaff)
    .innerJoin(merchants, eq(merchants.id, merchantStaff.merchantId))
    .where(and(eq(merchantStaff.inviteHash, inviteHash), isNull(merchantStaff.endedAt), gt(merchantStaff.expiresAt, now)));
  return row ?? null;
}

/** Assigns an account to an invitation; false where the invitation has been used or ended. */
export async function markStaffJoined(tx: Transaction, id: string, userId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(merchantStaff)
    .set({ userId, joinedAt: now, inviteHash: null })
    .where(and(eq(merchantStaff.id, id), isNull(merchantStaff.userId), isNull(merchantStaff.endedAt)))
    .returning({ id: merchantStaff.id });
  return rows.length > 0;
}

/** Returns the accounts that work for a business. */
export async function listStaffUserIds(db: DatabaseOrTransaction, merchantId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: merchantStaff.userId })
    .from(merchantStaff)
    .where(and(eq(merchantStaff.merchantId, merchantId), isNull(merchantStaff.endedAt), isNotNull(merchantStaff.userId)));
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** Extends an unused invitation, found by its link's hash, or by its id while replacing the link. False where it is used or ended. */
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
