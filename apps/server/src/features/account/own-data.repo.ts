import type { DatabaseOrTransaction } from "@hearth/db/client";
import { auditLog } from "@hearth/db/schema/audit-log";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { exchangeAccounts } from "@hearth/db/schema/exchange-accounts";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { passkeys } from "@hearth/db/schema/passkeys";
import { payees } from "@hearth/db/schema/payees";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { rentRecords } from "@hearth/db/schema/rent-records";
import { sessions } from "@hearth/db/schema/sessions";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { and, desc, eq } from "drizzle-orm";

/** What is kept about an account itself; never the hash of its password. */
export async function findPerson(db: DatabaseOrTransaction, userId: string) {
  const { email, emailConfirmedAt, firstName, lastName, role, status, address, phoneNumber, aptNumber, timeZone, mutedMails, createdAt } =
    users;
  const fields = {
    email,
    emailConfirmedAt,
    firstName,
    lastName,
    role,
    status,
    address,
    phoneNumber,
    aptNumber,
    timeZone,
    mutedMails,
    createdAt,
  };
  const [row] = await db.select(fields).from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** What a person did and has, the newest first, at most so many of each kind. */
export async function listOwn(db: DatabaseOrTransaction, userId: string, limit: number) {
  const paid = { id: payments.id, merchantId: payments.merchantId, amountCents: payments.amountCents, description: payments.description };
  const disputed = { code: disputes.code, paymentId: disputes.paymentId, amountCents: disputes.amountCents, reason: disputes.reason };
  return {
    wallets: await db
      .select({
        address: wallets.address,
        kind: wallets.kind,
        linkedAt: wallets.createdAt,
        provenAt: wallets.provenAt,
        unlinkedAt: wallets.unlinkedAt,
      })
      .from(wallets)
      .where(eq(wallets.userId, userId))
      .orderBy(desc(wallets.createdAt))
      .limit(limit),
    enrollments: await db
      .select({ merchant: merchants.name, startedAt: enrollments.startedAt, endedAt: enrollments.endedAt })
      .from(enrollments)
      .innerJoin(merchants, eq(merchants.id, enrollments.merchantId))
      .where(eq(enrollments.userId, userId))
      .orderBy(desc(enrollments.startedAt))
      .limit(limit),
    payments: await db
      .select({
        ...paid,
        merchant: merchants.name,
        status: payments.status,
        createdAt: payments.createdAt,
        completedAt: payments.completedAt,
      })
      .from(payments)
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(eq(payments.consumerId, userId))
      .orderBy(desc(payments.createdAt))
      .limit(limit),
    disputes: await db
      .select({
        ...disputed,
        description: disputes.description,
        status: disputes.status,
        result: disputes.result,
        createdAt: disputes.createdAt,
      })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(eq(payments.consumerId, userId))
      .orderBy(desc(disputes.createdAt))
      .limit(limit),
    comments: await db
      .select({ dispute: disputes.code, comment: disputeComments.comment, createdAt: disputeComments.createdAt })
      .from(disputeComments)
      .innerJoin(disputes, eq(disputes.id, disputeComments.disputeId))
      .where(eq(disputeComments.authorId, userId))
      .orderBy(desc(disputeComments.createdAt))
      .limit(limit),
    claims: await db
      .select({
        txHash: transferClaims.txHash,
        amountCents: transferClaims.amountCents,
        sentOn: transferClaims.sentOn,
        status: transferClaims.status,
      })
      .from(transferClaims)
      .where(eq(transferClaims.payerId, userId))
      .orderBy(desc(transferClaims.createdAt))
      .limit(limit),
    leases: await db
      .select({ lease: leases.id, name: leaseTenants.name, email: leaseTenants.email, startsOn: leases.startsOn, endsOn: leases.endsOn })
      .from(leaseTenants)
      .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
      .where(eq(leaseTenants.userId, userId))
      .orderBy(desc(leases.startsOn))
      .limit(limit),
    rentRecords: await db
      .select({ from: rentRecords.fromDay, to: rentRecords.toDay, createdAt: rentRecords.createdAt, withdrawnAt: rentRecords.withdrawnAt })
      .from(rentRecords)
      .where(eq(rentRecords.userId, userId))
      .orderBy(desc(rentRecords.id))
      .limit(limit),
    signedTerms: await db
      .select({
        lease: leaseTerms.leaseId,
        from: leaseTerms.fromPeriod,
        wallet: termsSignatures.address,
        signature: termsSignatures.signature,
        createdAt: termsSignatures.createdAt,
      })
      .from(termsSignatures)
      .innerJoin(leaseTerms, eq(leaseTerms.id, termsSignatures.termsId))
      .where(eq(termsSignatures.createdBy, userId))
      .orderBy(desc(termsSignatures.id))
      .limit(limit),
    staffOf: await db
      .select({ business: merchants.name, role: merchantStaff.role, joinedAt: merchantStaff.joinedAt, endedAt: merchantStaff.endedAt })
      .from(merchantStaff)
      .innerJoin(merchants, eq(merchants.id, merchantStaff.merchantId))
      .where(eq(merchantStaff.userId, userId))
      .orderBy(desc(merchantStaff.createdAt))
      .limit(limit),
    passkeys: await db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .limit(limit),
    exchangeAccounts: await db
      .select({ externalUserId: exchangeAccounts.externalUserId, linkedAt: exchangeAccounts.createdAt, endedAt: exchangeAccounts.endedAt })
      .from(exchangeAccounts)
      .where(eq(exchangeAccounts.userId, userId))
      .limit(limit),
    documents: await db
      .select({ dispute: disputes.code, name: disputeDocuments.originalName, createdAt: disputeDocuments.createdAt })
      .from(disputeDocuments)
      .innerJoin(disputes, eq(disputes.id, disputeDocuments.disputeId))
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(eq(payments.consumerId, userId), eq(disputeDocuments.addedBy, userId)))
      .orderBy(desc(disputeDocuments.id))
      .limit(limit),
    notifications: await db
      .select({ event: notifications.event, createdAt: notifications.createdAt, readAt: notifications.readAt })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(desc(notifications.id))
      .limit(limit),
    mails: await db
      .select({ to: mails.toAddress, event: mails.event, createdAt: mails.createdAt, sentAt: mails.sentAt })
      .from(mails)
      .where(eq(mails.userId, userId))
      .orderBy(desc(mails.id))
      .limit(limit),
    sessions: await db
      .select({ userAgent: sessions.userAgent, ip: sessions.ip, createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(limit),
    log: await db
      .select({ at: auditLog.at, action: auditLog.action, subject: auditLog.subject, ip: auditLog.ip })
      .from(auditLog)
      .where(eq(auditLog.actorId, userId))
      .orderBy(desc(auditLog.at))
      .limit(limit),
  };
}

/** What is kept about the business that an account owns, the newest first, at most so many of each kind; null where it owns none. */
export async function findOwnBusiness(db: DatabaseOrTransaction, userId: string, limit: number) {
  const { id, name, businessType, contactName, email, phoneNumber, address, description, status, createdAt } = merchants;
  const [business] = await db
    .select({ id, name, businessType, contactName, email, phoneNumber, address, description, status, createdAt })
    .from(merchants)
    .where(eq(merchants.ownerUserId, userId));
  if (!business) return null;
  const received = { id: payments.id, amountCents: payments.amountCents, description: payments.description, status: payments.status };
  const asked = {
    name: paymentRequests.name,
    email: paymentRequests.email,
    amountCents: paymentRequests.amountCents,
    dueOn: paymentRequests.dueOn,
  };
  return {
    ...business,
    payoutWallets: await db
      .select({ address: payees.address, provenAt: payees.provenAt })
      .from(payees)
      .where(eq(payees.merchantId, business.id))
      .limit(limit),
    refundWallets: await db
      .select({ address: refundWallets.address, provenAt: refundWallets.provenAt })
      .from(refundWallets)
      .where(eq(refundWallets.merchantId, business.id))
      .limit(limit),
    staff: await db
      .select({ email: merchantStaff.email, role: merchantStaff.role, joinedAt: merchantStaff.joinedAt, endedAt: merchantStaff.endedAt })
      .from(merchantStaff)
      .where(eq(merchantStaff.merchantId, business.id))
      .limit(limit),
    units: await db
      .select({ property: properties.name, address: properties.address, unit: units.name })
      .from(properties)
      .leftJoin(units, eq(units.propertyId, properties.id))
      .where(eq(properties.merchantId, business.id))
      .limit(limit),
    leases: await db
      .select({ lease: leases.id, tenant: leaseTenants.name, email: leaseTenants.email, startsOn: leases.startsOn, endsOn: leases.endsOn })
      .from(leases)
      .innerJoin(leaseTenants, eq(leaseTenants.leaseId, leases.id))
      .where(eq(leases.merchantId, business.id))
      .limit(limit),
    requests: await db
      .select({
        ...asked,
        description: paymentRequests.description,
        paidAt: paymentRequests.paidAt,
        withdrawnAt: paymentRequests.withdrawnAt,
      })
      .from(paymentRequests)
      .where(eq(paymentRequests.merchantId, business.id))
      .limit(limit),
    payments: await db
      .select({ ...received, createdAt: payments.createdAt, completedAt: payments.completedAt })
      .from(payments)
      .where(eq(payments.merchantId, business.id))
      .orderBy(desc(payments.createdAt))
      .limit(limit),
  };
}
