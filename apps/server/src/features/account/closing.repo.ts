import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isRefundOwed } from "@hearth/db/owed-refund";
import { accountTokens } from "@hearth/db/schema/account-tokens";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { disputes } from "@hearth/db/schema/disputes";
import { exchangeLinks } from "@hearth/db/schema/exchange-links";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { passkeyChallenges } from "@hearth/db/schema/passkey-challenges";
import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
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
import { disputeWindowEnd, disputeWindowStart } from "@hearth/domain/disputes/rules";
import { cancelledByUser } from "@hearth/domain/disputes/status";
import { and, desc, eq, gt, gte, inArray, isNull, lte, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { listAsked } from "../refunds/refund-destinations.service.ts";
import { findTenancy } from "../rent/leases/read-tenancies.ts";

/** Locks an account and the business that it owns until the transaction ends, so that no payment begins meanwhile. */
export async function lockForClosing(tx: Transaction, userId: string) {
  const { id, email, firstName, lastName, role, closedAt } = users;
  const [account] = await tx
    .select({ id, email, firstName, lastName, role, closedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  const [business] = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.ownerUserId, userId)).for("update");
  return account ? { account, merchantId: business?.id ?? null } : null;
}

/** The email of an account, and the id of the business that it owns, or null. */
export async function findHolder(db: DatabaseOrTransaction, userId: string): Promise<{ email: string; merchantId: string | null }> {
  const [row] = await db
    .select({ email: users.email, merchantId: merchants.id })
    .from(users)
    .leftJoin(merchants, eq(merchants.ownerUserId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new Error("The account of a living session does not exist");
  return row;
}

/** The columns of a query that only asks for the existence of rows. */
const existence = { row: sql`1` };

/** Selects a row of a table if any meets the condition. */
function anyRow(db: DatabaseOrTransaction, table: PgTable, condition: SQL | undefined) {
  return db.select(existence).from(table).where(condition).limit(1);
}

/** The caller who wants to close an account, with session and device. */
export interface Closer {
  userId: string;
  sessionId: string;
  /** Hash of the token in their browser's cookie. */
  deviceHash: string;
  /** Devices and sessions that began after this moment are new. */
  newSince: Date;
}

/**
 * Finds whether a session's device is new to an account that is not new itself. For a program without cookies, the session's own age counts. A thief of a
 * password signs in from a new device, and the account's holder has been notified of it.
 */
export function findNewDevice(db: DatabaseOrTransaction, { userId, sessionId, deviceHash, newSince }: Closer): PromiseLike<unknown[]> {
  const isKnown = and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, deviceHash), lte(knownDevices.createdAt, newSince));
  const known = db.select(existence).from(knownDevices).where(isKnown);
  return db
    .select(existence)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), gt(sessions.createdAt, newSince), lte(users.createdAt, newSince), notExists(known)));
}

/** An obstacle to closing an account, with the moment when it ends, where known. */
export interface FoundObstacle {
  code: ClosingObstacle;
  until: Date | null;
}

/** A check for an obstacle, which exists if the query returns rows. */
type Check = [ClosingObstacle, query: () => PromiseLike<unknown[]>];

async function runChecks(checks: Check[]): Promise<FoundObstacle[]> {
  const obstacles: FoundObstacle[] = [];
  for (const [code, query] of checks) if ((await query()).length > 0) obstacles.push({ code, until: null });
  return obstacles;
}

/** Finds the obstacles to closing a person's account. Each check reads open rows by index. */
export async function findOwnObstacles(db: DatabaseOrTransaction, closer: Closer): Promise<FoundObstacle[]> {
  const { userId } = closer;
  const ofPayer = (status: SQL | undefined) =>
    db
      .select(existence)
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(eq(payments.consumerId, userId), status))
      .limit(1);
  // A closed business sends nothing any more, so its disputes do not block.
  const isOfLiving = sql`not exists (select from ${merchants} m where m.id = ${disputes.merchantId} and m.closed_at is not null)`;
  const isPending = and(eq(payments.consumerId, userId), eq(payments.status, "pending"));
  const isClaimed = and(eq(transferClaims.payerId, userId), eq(transferClaims.status, "open"));
  const isSent = and(eq(scheduledPayments.payerId, userId), eq(scheduledPayments.status, "sent"));
  return runChecks([
    ["newDevice", () => findNewDevice(db, closer)],
    ["openPayment", () => anyRow(db, payments, isPending)],
    ["openDispute", () => ofPayer(sql`${disputes.status} <> 'closed'`)],
    ["refundOwed", () => ofPayer(and(isRefundOwed, isOfLiving))],
    ["refundWalletAsked", () => listAsked({ db }, { userId })],
    ["openClaim", () => anyRow(db, transferClaims, isClaimed)],
    ["scheduledPaymentSent", () => anyRow(db, scheduledPayments, isSent)],
  ]);
}

/** Finds the obstacles to closing a business now. */
export async function findBusinessObstacles(db: DatabaseOrTransaction, merchantId: string, now: Date): Promise<FoundObstacle[]> {
  const { verdict, sentBackBy, setAsideAt, reorgedAt } = transfers;
  const isOdd = and(
    eq(transfers.merchantId, merchantId),
    isNull(reorgedAt),
    notInArray(verdict, ["matched", "part"]),
    isNull(sentBackBy),
    isNull(setAsideAt),
  );
  const isAsked = and(eq(paymentRequests.merchantId, merchantId), isNull(paymentRequests.paidAt), isNull(paymentRequests.withdrawnAt));
  const isWaiting = and(eq(payeeChanges.merchantId, merchantId), isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt));
  const isPending = and(eq(payments.merchantId, merchantId), eq(payments.status, "pending"));
  const disputed = (is: SQL) => anyRow(db, disputes, and(eq(disputes.merchantId, merchantId), is));
  const isBegun = and(eq(refunds.merchantId, merchantId), eq(refunds.status, "open"));
  const findOwed = async () => [...(await disputed(isRefundOwed)), ...(await anyRow(db, refunds, isBegun))];
  const obstacles = await runChecks([
    ["openBusinessPayment", () => anyRow(db, payments, isPending)],
    ["openBusinessDispute", () => disputed(sql`${disputes.status} <> 'closed'`)],
    ["businessRefundOwed", findOwed],
    ["unmatchedMoney", () => anyRow(db, transfers, isOdd)],
    ["openLease", () => findTenancy(db, { merchantId, state: "running", now })],
    ["unsettledLease", () => findTenancy(db, { merchantId, state: "unsettled", now })],
    ["openRequest", () => anyRow(db, paymentRequests, isAsked)],
    ["payoutChange", () => anyRow(db, payeeChanges, isWaiting)],
  ]);
  const paidAt = await findNewestDisputable(db, merchantId, now);
  return paidAt === null ? obstacles : [...obstacles, { code: "disputablePayment", until: disputeWindowEnd(paidAt) }];
}

/** The date of a business's newest payment that can still be disputed or reopened. Reads no payment older than the dispute window. */
async function findNewestDisputable(db: DatabaseOrTransaction, merchantId: string, now: Date): Promise<Date | null> {
  const isRecent = gte(payments.createdAt, disputeWindowStart(now));
  const decided = sql`exists (
    select from ${disputes} d where d.payment_id = ${payments.id}
      and not (d.status = 'closed' and d.result = 'denied' and coalesce(d.result_reason, '') = ${cancelledByUser}))`;
  const remainingUnits = sql`(select coalesce(sum(case j.account when 'payment' then -j.units when 'returned' then -j.units end), 0)
    from ${journalEntries} j where j.payment_id = ${payments.id})`;
  const [row] = await db
    .select({ createdAt: payments.createdAt })
    .from(payments)
    .where(
      and(eq(payments.merchantId, merchantId), eq(payments.status, "completed"), isRecent, sql`not ${decided}`, sql`${remainingUnits} > 0`),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1);
  return row?.createdAt ?? null;
}

/** Deletes an account's credentials, notifications and devices. Its sessions must have ended. */
export async function deletePersonal(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId));
  await tx.delete(exchangeLinks).where(eq(exchangeLinks.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  // The wraps stay: the wallet's address may hold money, and may receive some later.
  const ownWallets = tx.select({ id: passkeyWallets.id }).from(passkeyWallets).where(eq(passkeyWallets.userId, userId));
  await tx
    .update(passkeyWalletPasskeys)
    .set({ name: "Passkey", lastUsedAt: null })
    .where(inArray(passkeyWalletPasskeys.walletId, ownWallets));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  await tx.delete(walletChallenges).where(eq(walletChallenges.userId, userId));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(mails).where(eq(mails.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Removes name, email, password and address from an account and closes it permanently. Its payments and disputes keep its id. */
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

/** Removes the address from invitations that somebody followed. The rows stay for the people who invited. */
export async function forgetFollowed(tx: Transaction, userId: string): Promise<void> {
  const email = closedEmail(userId);
  await tx.update(tenantInvitations).set({ email }).where(eq(tenantInvitations.userId, userId));
  await tx.update(merchantStaff).set({ email }).where(eq(merchantStaff.userId, userId));
}

/** Closes a business permanently and returns its name. Removes its contact. Its name and address stay for receipts. */
export async function markBusinessClosed(tx: Transaction, merchantId: string, userId: string, now: Date): Promise<string> {
  const contact = { contactName: "Closed account", email: closedEmail(userId), phoneNumber: "", description: "" };
  const [closed] = await tx
    .update(merchants)
    .set({ ...contact, status: "inactive", closedAt: now, updatedAt: now })
    .where(eq(merchants.id, merchantId))
    .returning({ name: merchants.name });
  if (!closed) throw new Error("The business that is being closed does not exist");
  const { endedAt, joinedAt } = tenantInvitations;
  await tx
    .update(tenantInvitations)
    .set({ endedAt: now, inviteHash: null, waitingSince: null, sendAt: null })
    .where(and(eq(tenantInvitations.merchantId, merchantId), isNull(endedAt), isNull(joinedAt)));
  return closed.name;
}

/** The account that joined by a staff invitation, locked: it can neither close, nor lose its email or wallets until the transaction ends. */
export async function lockSuccessor(tx: Transaction, staffId: string) {
  const { id, email, firstName, lastName, status, emailConfirmedAt } = users;
  const [row] = await tx
    .select({ id, email, firstName, lastName, status, emailConfirmedAt })
    .from(merchantStaff)
    .innerJoin(users, eq(users.id, merchantStaff.userId))
    .where(eq(merchantStaff.id, staffId))
    .for("no key update", { of: users });
  return row ?? null;
}

type Contact = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "lastName">;

/** Makes an account the owner of a locked business. Replaces its contact where that is the former owner. */
export async function setOwner(
  tx: Transaction,
  { merchantId, from, to, now }: { merchantId: string; from: Contact; to: Contact; now: Date },
): Promise<void> {
  const nameOf = ({ firstName, lastName }: Contact) => `${firstName} ${lastName}`;
  await tx
    .update(merchants)
    .set({
      ownerUserId: to.id,
      email: sql`case ${merchants.email} when ${from.email} then ${to.email} else ${merchants.email} end`,
      contactName: sql`case ${merchants.contactName} when ${nameOf(from)} then ${nameOf(to)} else ${merchants.contactName} end`,
      updatedAt: now,
    })
    .where(eq(merchants.id, merchantId));
}

/** Adds the former owner as a co-owner, who can leave. */
export async function insertFormerOwner(
  tx: Transaction,
  { now, ...former }: { merchantId: string; userId: string; email: string; invitedBy: string; now: Date },
): Promise<void> {
  await tx.insert(merchantStaff).values({ ...former, role: "owner", createdAt: now, expiresAt: now, joinedAt: now });
}

/** Ends the staff roles of an account, or with `merchantId` all staff roles at that business. Returns the accounts that had them. */
export async function endStaffOf(tx: Transaction, owner: { userId: string } | { merchantId: string }, now: Date): Promise<string[]> {
  const isTheirs = "userId" in owner ? eq(merchantStaff.userId, owner.userId) : eq(merchantStaff.merchantId, owner.merchantId);
  const rows = await tx
    .update(merchantStaff)
    .set({ endedAt: now, inviteHash: null })
    .where(and(isTheirs, isNull(merchantStaff.endedAt)))
    .returning({ userId: merchantStaff.userId });
  return rows.flatMap(({ userId }) => userId ?? []);
}
