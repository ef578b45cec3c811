import type { DatabaseOrTransaction } from "@hearth/db/client";
import { auditLog } from "@hearth/db/schema/audit-log";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { exchangeAccounts } from "@hearth/db/schema/exchange-accounts";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchantAcknowledgements } from "@hearth/db/schema/merchant-acknowledgements";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { passkeys } from "@hearth/db/schema/passkeys";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { refundDestinations } from "@hearth/db/schema/refund-destinations";
import { refunds } from "@hearth/db/schema/refunds";
import { rentRecords } from "@hearth/db/schema/rent-records";
import { requestPayments } from "@hearth/db/schema/request-payments";
import { sessions } from "@hearth/db/schema/sessions";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { and, desc, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** A page request for one part of the file: rows after a key, the newest first. */
interface Asked {
  userId: string;
  /** The key of the last row that was read. Null for the first page. */
  after: string | null;
  limit: number;
}

/** A row of the file, with the key that pages continue after. */
type OwnRow = { key: string } & Record<string, unknown>;
/** Reads the next rows of a part. */
export type Read = (db: DatabaseOrTransaction, subject: Asked) => Promise<OwnRow[]>;

/** The key column of a row, as text. */
export const keyOf = (column: PgColumn) => ({ key: sql<string>`${column}::text` });
/** Condition for rows after that key, the newest first. */
export const behind = (column: SQLWrapper, after: string | null): SQL | undefined =>
  after === null ? undefined : sql`${column} < ${after}`;

/** A part of the file and the function that reads its rows. `account` and `business` have one row. */
export interface OwnPart {
  name: string;
  read: Read;
}

/** The account's own row, without the hash of its password. */
const readAccount: Read = async (db, { userId, after }) => {
  if (after !== null) return [];
  const { id, email, emailConfirmedAt, firstName, lastName, role, status, address, phoneNumber, aptNumber, timeZone } = users;
  const fields = { email, emailConfirmedAt, firstName, lastName, role, status, address, phoneNumber, aptNumber, timeZone };
  return db
    .select({ ...keyOf(id), ...fields, mutedMails: users.mutedMails, createdAt: users.createdAt })
    .from(users)
    .where(eq(id, userId));
};

/** The parts of the file about a person. Statements use an index by account. */
const parts: Record<string, Read> = {
  account: readAccount,
  wallets: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(wallets.id),
        address: wallets.address,
        kind: wallets.kind,
        linkedAt: wallets.createdAt,
        provenAt: wallets.provenAt,
        unlinkedAt: wallets.unlinkedAt,
      })
      .from(wallets)
      .where(and(eq(wallets.userId, userId), behind(wallets.id, after)))
      .orderBy(desc(wallets.id))
      .limit(limit),
  enrollments: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(enrollments.id), merchant: merchants.name, startedAt: enrollments.startedAt, endedAt: enrollments.endedAt })
      .from(enrollments)
      .innerJoin(merchants, eq(merchants.id, enrollments.merchantId))
      .where(and(eq(enrollments.userId, userId), behind(enrollments.id, after)))
      .orderBy(desc(enrollments.id))
      .limit(limit),
  acknowledgedBusinesses: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(merchantAcknowledgements.merchantId), merchant: merchants.name, createdAt: merchantAcknowledgements.createdAt })
      .from(merchantAcknowledgements)
      .innerJoin(merchants, eq(merchants.id, merchantAcknowledgements.merchantId))
      .where(and(eq(merchantAcknowledgements.userId, userId), behind(merchantAcknowledgements.merchantId, after)))
      .orderBy(desc(merchantAcknowledgements.merchantId))
      .limit(limit),
  payments: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(payments.id),
        id: payments.id,
        merchantId: payments.merchantId,
        merchant: merchants.name,
        amountCents: payments.amountCents,
        description: payments.description,
        status: payments.status,
        createdAt: payments.createdAt,
        completedAt: payments.completedAt,
      })
      .from(payments)
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(and(eq(payments.consumerId, userId), behind(payments.id, after)))
      .orderBy(desc(payments.id))
      .limit(limit),
  refunds: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(refunds.id),
        paymentId: refunds.paymentId,
        usdcUnits: sql<string>`${refunds.usdcUnits}::text`,
        toAddress: refunds.toAddress,
        status: refunds.status,
        createdAt: refunds.createdAt,
        completedAt: refunds.completedAt,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(eq(payments.consumerId, userId), behind(refunds.id, after)))
      .orderBy(desc(refunds.id))
      .limit(limit),
  refundWallets: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(refundDestinations.paymentId),
        paymentId: refundDestinations.paymentId,
        requestedAt: refundDestinations.requestedAt,
        address: refundDestinations.address,
        namedAt: refundDestinations.namedAt,
      })
      .from(refundDestinations)
      .innerJoin(payments, eq(payments.id, refundDestinations.paymentId))
      .where(and(eq(payments.consumerId, userId), behind(refundDestinations.paymentId, after)))
      .orderBy(desc(refundDestinations.paymentId))
      .limit(limit),
  scheduledPayments: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(scheduledPayments.id),
        lease: scheduledPayments.leaseId,
        month: scheduledPayments.period,
        dueOn: scheduledPayments.dueOn,
        amountCents: scheduledPayments.cents,
        fromAddress: scheduledPayments.fromAddress,
        toAddress: scheduledPayments.toAddress,
        status: scheduledPayments.status,
        paymentId: scheduledPayments.paymentId,
        signedAt: scheduledPayments.signedAt,
        createdAt: scheduledPayments.createdAt,
      })
      .from(scheduledPayments)
      .where(and(eq(scheduledPayments.payerId, userId), behind(scheduledPayments.id, after)))
      .orderBy(desc(scheduledPayments.id))
      .limit(limit),
  requests: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(requestPayments.paymentId),
        paymentId: requestPayments.paymentId,
        merchant: merchants.name,
        name: paymentRequests.name,
        email: paymentRequests.email,
        amountCents: paymentRequests.amountCents,
        description: paymentRequests.description,
        dueOn: paymentRequests.dueOn,
      })
      .from(requestPayments)
      .innerJoin(payments, eq(payments.id, requestPayments.paymentId))
      .innerJoin(paymentRequests, eq(paymentRequests.id, requestPayments.requestId))
      .innerJoin(merchants, eq(merchants.id, paymentRequests.merchantId))
      .where(and(eq(payments.consumerId, userId), behind(requestPayments.paymentId, after)))
      .orderBy(desc(requestPayments.paymentId))
      .limit(limit),
  disputes: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(disputes.id),
        code: disputes.code,
        paymentId: disputes.paymentId,
        amountCents: disputes.amountCents,
        reason: disputes.reason,
        description: disputes.description,
        status: disputes.status,
        result: disputes.result,
        createdAt: disputes.createdAt,
      })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(eq(payments.consumerId, userId), behind(disputes.id, after)))
      .orderBy(desc(disputes.id))
      .limit(limit),
  comments: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(disputeComments.id),
        dispute: disputes.code,
        comment: disputeComments.comment,
        createdAt: disputeComments.createdAt,
      })
      .from(disputeComments)
      .innerJoin(disputes, eq(disputes.id, disputeComments.disputeId))
      .where(and(eq(disputeComments.authorId, userId), behind(disputeComments.id, after)))
      .orderBy(desc(disputeComments.id))
      .limit(limit),
  documents: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(disputeDocuments.id),
        dispute: disputes.code,
        name: disputeDocuments.originalName,
        createdAt: disputeDocuments.createdAt,
      })
      .from(disputeDocuments)
      .innerJoin(disputes, eq(disputes.id, disputeDocuments.disputeId))
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(eq(payments.consumerId, userId), eq(disputeDocuments.addedBy, userId), behind(disputeDocuments.id, after)))
      .orderBy(desc(disputeDocuments.id))
      .limit(limit),
  claims: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(transferClaims.id),
        txHash: transferClaims.txHash,
        amountCents: transferClaims.amountCents,
        sentOn: transferClaims.sentOn,
        status: transferClaims.status,
      })
      .from(transferClaims)
      .where(and(eq(transferClaims.payerId, userId), behind(transferClaims.id, after)))
      .orderBy(desc(transferClaims.id))
      .limit(limit),
  leases: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(leaseTenants.id),
        lease: leases.id,
        name: leaseTenants.name,
        email: leaseTenants.email,
        startsOn: leases.startsOn,
        endsOn: leases.endsOn,
      })
      .from(leaseTenants)
      .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
      .where(and(eq(leaseTenants.userId, userId), behind(leaseTenants.id, after)))
      .orderBy(desc(leaseTenants.id))
      .limit(limit),
  invitations: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(tenantInvitations.id),
        merchant: merchants.name,
        email: tenantInvitations.email,
        address: tenantInvitations.address,
        aptNumber: tenantInvitations.aptNumber,
        createdAt: tenantInvitations.createdAt,
        joinedAt: tenantInvitations.joinedAt,
      })
      .from(tenantInvitations)
      .innerJoin(merchants, eq(merchants.id, tenantInvitations.merchantId))
      .where(and(eq(tenantInvitations.userId, userId), behind(tenantInvitations.id, after)))
      .orderBy(desc(tenantInvitations.id))
      .limit(limit),
  rentRecords: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(rentRecords.id),
        from: rentRecords.fromDay,
        to: rentRecords.toDay,
        createdAt: rentRecords.createdAt,
        withdrawnAt: rentRecords.withdrawnAt,
      })
      .from(rentRecords)
      .where(and(eq(rentRecords.userId, userId), behind(rentRecords.id, after)))
      .orderBy(desc(rentRecords.id))
      .limit(limit),
  signedTerms: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(termsSignatures.id),
        lease: leaseTerms.leaseId,
        from: leaseTerms.fromPeriod,
        wallet: termsSignatures.address,
        signature: termsSignatures.signature,
        createdAt: termsSignatures.createdAt,
      })
      .from(termsSignatures)
      .innerJoin(leaseTerms, eq(leaseTerms.id, termsSignatures.termsId))
      .where(and(eq(termsSignatures.createdBy, userId), behind(termsSignatures.id, after)))
      .orderBy(desc(termsSignatures.id))
      .limit(limit),
  staffOf: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(merchantStaff.id),
        business: merchants.name,
        role: merchantStaff.role,
        joinedAt: merchantStaff.joinedAt,
        endedAt: merchantStaff.endedAt,
      })
      .from(merchantStaff)
      .innerJoin(merchants, eq(merchants.id, merchantStaff.merchantId))
      .where(and(eq(merchantStaff.userId, userId), behind(merchantStaff.id, after)))
      .orderBy(desc(merchantStaff.id))
      .limit(limit),
  passkeys: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(passkeys.id), name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(and(eq(passkeys.userId, userId), behind(passkeys.id, after)))
      .orderBy(desc(passkeys.id))
      .limit(limit),
  exchangeAccounts: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(exchangeAccounts.id),
        externalUserId: exchangeAccounts.externalUserId,
        linkedAt: exchangeAccounts.createdAt,
        endedAt: exchangeAccounts.endedAt,
      })
      .from(exchangeAccounts)
      .where(and(eq(exchangeAccounts.userId, userId), behind(exchangeAccounts.id, after)))
      .orderBy(desc(exchangeAccounts.id))
      .limit(limit),
  notifications: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(notifications.id), event: notifications.event, createdAt: notifications.createdAt, readAt: notifications.readAt })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), behind(notifications.id, after)))
      .orderBy(desc(notifications.id))
      .limit(limit),
  mails: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(mails.id), to: mails.toAddress, event: mails.event, createdAt: mails.createdAt, sentAt: mails.sentAt })
      .from(mails)
      .where(and(eq(mails.userId, userId), behind(mails.id, after)))
      .orderBy(desc(mails.id))
      .limit(limit),
  sessions: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(sessions.id),
        userAgent: sessions.userAgent,
        ip: sessions.ip,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), behind(sessions.id, after)))
      .orderBy(desc(sessions.id))
      .limit(limit),
  // An account has at most twenty. A device's token hash is left out, because it grants sign-in attempts of its own.
  knownDevices: async (db, { userId, after }) => {
    if (after !== null) return [];
    const rows = await db
      .select({ createdAt: knownDevices.createdAt, lastUsedAt: knownDevices.lastUsedAt })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId));
    return rows.map((row) => ({ key: "all", ...row }));
  },
  log: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(auditLog.id), at: auditLog.at, action: auditLog.action, subject: auditLog.subject, ip: auditLog.ip })
      .from(auditLog)
      .where(and(eq(auditLog.actorId, userId), behind(auditLog.id, after)))
      .orderBy(desc(auditLog.id))
      .limit(limit),
};

/** The parts about the account, in the file's order. */
export const personalParts: OwnPart[] = Object.entries(parts).map(([name, read]) => ({ name, read }));
