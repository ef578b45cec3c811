import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isRefundOwed } from "@hearth/db/owed-refund";
import { accountTokens } from "@hearth/db/schema/account-tokens";
import { cheques } from "@hearth/db/schema/cheques";
import { disputes } from "@hearth/db/schema/disputes";
import { exchangeLinks } from "@hearth/db/schema/exchange-links";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { passkeyChallenges } from "@hearth/db/schema/passkey-challenges";
import { passkeys } from "@hearth/db/schema/passkeys";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { recoveryCodes } from "@hearth/db/schema/recovery-codes";
import { refunds } from "@hearth/db/schema/refunds";
import { secondFactors } from "@hearth/db/schema/second-factors";
import { sessions } from "@hearth/db/schema/sessions";
import { signInChallenges } from "@hearth/db/schema/sign-in-challenges";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { walletChallenges } from "@hearth/db/schema/wallet-challenges";
import { type ClosingObstacle, closedEmail } from "@hearth/domain/account/closing";
import { and, eq, gt, gte, inArray, isNull, lt, lte, notExists, notInArray, or, sql } from "drizzle-orm";

/** An account and the business that it owns, held until the transaction ends, so that nobody begins to pay meanwhile. */
export async function lockForClosing(tx: Transaction, userId: string) {
  const { id, email, firstName, role, closedAt } = users;
  const [account] = await tx.select({ id, email, firstName, role, closedAt }).from(users).where(eq(users.id, userId)).for("update");
  const [business] = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.ownerUserId, userId)).for("update");
  return account ? { account, merchantId: business?.id ?? null } : null;
}

/** The email of an account, and the business that it owns, or null. */
export async function findHolder(db: DatabaseOrTransaction, userId: string): Promise<{ email: string; merchantId: string | null }> {
  const [row] = await db
    .select({ email: users.email, merchantId: merchants.id })
    .from(users)
    .leftJoin(merchants, eq(merchants.ownerUserId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new Error("The account of a living session does not exist");
  return row;
}

/** Whoever wants to close an account, and where from. */
export interface Closer {
  userId: string;
  sessionId: string;
  /** Of the token in the cookie of their browser. */
  deviceHash: string;
  /** What began after it is new. */
  newSince: Date;
}

/**
 * Whether a session is of a device that is new to an account which is not new itself; of a program that keeps no cookie the session's own age counts.
 * Whoever learned a password is there for the first time, and the account's holder has been told.
 */
function findNewDevice(db: DatabaseOrTransaction, { userId, sessionId, deviceHash, newSince }: Closer): PromiseLike<unknown[]> {
  const isKnown = and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, deviceHash), lte(knownDevices.createdAt, newSince));
  const known = db
    .select({ one: sql`1` })
    .from(knownDevices)
    .where(isKnown);
  return db
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.createdAt, newSince), lte(users.createdAt, newSince), notExists(known)));
}

/** What keeps a person's account from being closed; each is one look by an index of what is open. */
export async function findOwnObstacles(db: DatabaseOrTransaction, closer: Closer): Promise<ClosingObstacle[]> {
  const { userId } = closer;
  const ofPayer = (status: ReturnType<typeof and>) =>
    db
      .select({ one: sql`1` })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(eq(payments.consumerId, userId), status))
      .limit(1);
  const looks: [ClosingObstacle, PromiseLike<unknown[]>][] = [
    ["newDevice", findNewDevice(db, closer)],
    [
      "openPayment",
      db
        .select({ one: sql`1` })
        .from(payments)
        .where(and(eq(payments.consumerId, userId), eq(payments.status, "pending")))
        .limit(1),
    ],
    ["openDispute", ofPayer(sql`${disputes.status} <> 'closed'`)],
    ["refundOwed", ofPayer(isRefundOwed)],
    [
      "openClaim",
      db
        .select({ one: sql`1` })
        .from(transferClaims)
        .where(and(eq(transferClaims.payerId, userId), eq(transferClaims.status, "open")))
        .limit(1),
    ],
    [
      "chequeSent",
      db
        .select({ one: sql`1` })
        .from(cheques)
        .where(and(eq(cheques.payerId, userId), eq(cheques.status, "sent")))
        .limit(1),
    ],
  ];
  return found(looks);
}

/** What keeps a business from being closed at a day, `2026-12-01`. */
export async function findBusinessObstacles(db: DatabaseOrTransaction, merchantId: string, today: string): Promise<ClosingObstacle[]> {
  const one = { one: sql`1` };
  const { verdict, sentBackBy, setAsideAt, reorgedAt } = transfers;
  const isOdd = and(isNull(reorgedAt), notInArray(verdict, ["matched", "part"]), isNull(sentBackBy), isNull(setAsideAt));
  const goesOn = and(isNull(leases.undoneAt), or(isNull(leases.endsOn), gte(leases.endsOn, today)));
  const isAsked = and(isNull(paymentRequests.paidAt), isNull(paymentRequests.withdrawnAt));
  const waits = and(isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt));
  const owed = [
    ...(await db
      .select(one)
      .from(disputes)
      .where(and(eq(disputes.merchantId, merchantId), isRefundOwed))
      .limit(1)),
    ...(await db
      .select(one)
      .from(refunds)
      .where(and(eq(refunds.merchantId, merchantId), eq(refunds.status, "open")))
      .limit(1)),
  ];
  const looks: [ClosingObstacle, PromiseLike<unknown[]>][] = [
    [
      "openBusinessPayment",
      db
        .select(one)
        .from(payments)
        .where(and(eq(payments.merchantId, merchantId), eq(payments.status, "pending")))
        .limit(1),
    ],
    [
      "openBusinessDispute",
      db
        .select(one)
        .from(disputes)
        .where(and(eq(disputes.merchantId, merchantId), sql`${disputes.status} <> 'closed'`))
        .limit(1),
    ],
    ["businessRefundOwed", Promise.resolve(owed)],
    [
      "unmatchedMoney",
      db
        .select(one)
        .from(transfers)
        .where(and(eq(transfers.merchantId, merchantId), isOdd))
        .limit(1),
    ],
    [
      "openLease",
      db
        .select(one)
        .from(leases)
        .where(and(eq(leases.merchantId, merchantId), goesOn))
        .limit(1),
    ],
    [
      "openRequest",
      db
        .select(one)
        .from(paymentRequests)
        .where(and(eq(paymentRequests.merchantId, merchantId), isAsked))
        .limit(1),
    ],
    [
      "payoutChange",
      db
        .select(one)
        .from(payeeChanges)
        .where(and(eq(payeeChanges.merchantId, merchantId), waits))
        .limit(1),
    ],
  ];
  return found(looks);
}

async function found(looks: [ClosingObstacle, PromiseLike<unknown[]>][]): Promise<ClosingObstacle[]> {
  const obstacles: ClosingObstacle[] = [];
  for (const [obstacle, look] of looks) if ((await look).length > 0) obstacles.push(obstacle);
  return obstacles;
}

/** Deletes what an account signs in with, what it was told, and where it was signed in from. Its sessions have to have ended. */
export async function deletePersonal(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId));
  await tx.delete(exchangeLinks).where(eq(exchangeLinks.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  await tx.delete(walletChallenges).where(eq(walletChallenges.userId, userId));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(mails).where(eq(mails.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Takes name, email, password and where they live off an account, and closes it for good. What it paid and disputed keeps its id. */
export async function markAccountClosed(tx: Transaction, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      email: closedEmail(userId),
      passwordHash,
      firstName: "Closed",
      lastName: "account",
      address: null,
      phoneNumber: null,
      aptNumber: null,
      enrolledMerchantId: null,
      enrolledAt: null,
      emailConfirmedAt: null,
      firstPasswordUntil: null,
      timeZone: null,
      mutedMails: [],
      status: "inactive",
      closedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, userId));
}

/** Takes the address off the invitations that somebody followed; the rows stay for those who invited. */
export async function forgetFollowed(tx: Transaction, userId: string): Promise<void> {
  const email = closedEmail(userId);
  await tx.update(tenantInvitations).set({ email }).where(eq(tenantInvitations.userId, userId));
  await tx.update(merchantStaff).set({ email }).where(eq(merchantStaff.userId, userId));
}

/** Closes a business for good: who is behind it goes, its name and address stay for the receipts that name them. */
export async function markBusinessClosed(tx: Transaction, merchantId: string, userId: string, now: Date): Promise<void> {
  const contact = { contactName: "Closed account", email: closedEmail(userId), phoneNumber: "", description: "" };
  await tx
    .update(merchants)
    .set({ ...contact, status: "inactive", closedAt: now, updatedAt: now })
    .where(eq(merchants.id, merchantId));
  const { endedAt, joinedAt } = tenantInvitations;
  await tx
    .update(tenantInvitations)
    .set({ endedAt: now, inviteHash: null })
    .where(and(eq(tenantInvitations.merchantId, merchantId), isNull(endedAt), isNull(joinedAt)));
}

/** Ends what somebody is at the business of another, and answers nothing; with `merchantId`, what everybody is at that business, and whom that concerns. */
export async function endStaffOf(tx: Transaction, of: { userId: string } | { merchantId: string }, now: Date): Promise<string[]> {
  const isTheirs = "userId" in of ? eq(merchantStaff.userId, of.userId) : eq(merchantStaff.merchantId, of.merchantId);
  const rows = await tx
    .update(merchantStaff)
    .set({ endedAt: now, inviteHash: null })
    .where(and(isTheirs, isNull(merchantStaff.endedAt)))
    .returning({ userId: merchantStaff.userId });
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** The first id that a row of a moment can have: ids begin with their milliseconds (UUID version 7), so that what is old is found by the primary key. */
export function uuidAt(moment: Date): string {
  const digits = moment.getTime().toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Forgets sessions that ran out before a moment, at most so many. */
export async function deleteSessionsBefore(db: DatabaseOrTransaction, before: Date, atMost: number): Promise<number> {
  const isNamed = db
    .select({ one: sql`1` })
    .from(accountTokens)
    .where(eq(accountTokens.sessionId, sessions.id));
  const isLinking = db
    .select({ one: sql`1` })
    .from(exchangeLinks)
    .where(eq(exchangeLinks.sessionId, sessions.id));
  const old = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(lt(sessions.id, uuidAt(before)), lt(sessions.expiresAt, before), notExists(isNamed), notExists(isLinking)))
    .limit(atMost);
  return (await db.delete(sessions).where(inArray(sessions.id, old)).returning({ id: sessions.id })).length;
}

/** Forgets invitations that nobody followed and that ran out before a moment, at most so many of each kind. */
export async function deleteInvitationsBefore(db: DatabaseOrTransaction, before: Date, atMost: number): Promise<number> {
  const staff = db
    .select({ id: merchantStaff.id })
    .from(merchantStaff)
    .where(and(isNull(merchantStaff.userId), lt(merchantStaff.expiresAt, before)))
    .limit(atMost);
  const tenants = db
    .select({ id: tenantInvitations.id })
    .from(tenantInvitations)
    .where(and(isNull(tenantInvitations.userId), lt(tenantInvitations.expiresAt, before)))
    .limit(atMost);
  const gone = [
    ...(await db.delete(merchantStaff).where(inArray(merchantStaff.id, staff)).returning({ id: merchantStaff.id })),
    ...(await db.delete(tenantInvitations).where(inArray(tenantInvitations.id, tenants)).returning({ id: tenantInvitations.id })),
  ];
  return gone.length;
}
