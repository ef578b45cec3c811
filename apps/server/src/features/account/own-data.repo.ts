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
import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { relays } from "@hearth/db/schema/relays";
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
import { and, eq, sql } from "drizzle-orm";
import { inPages, keyOf, type OwnPart, type Read } from "./own-part.repo.ts";

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
  wallets: inPages({
    key: wallets.id,
    owner: wallets.userId,
    columns: {
      address: wallets.address,
      kind: wallets.kind,
      linkedAt: wallets.createdAt,
      provenAt: wallets.provenAt,
      unlinkedAt: wallets.unlinkedAt,
    },
  }),
  enrollments: inPages({
    key: enrollments.id,
    owner: enrollments.userId,
    joins: [[merchants, eq(merchants.id, enrollments.merchantId)]],
    columns: { merchant: merchants.name, startedAt: enrollments.startedAt, endedAt: enrollments.endedAt },
  }),
  acknowledgedBusinesses: inPages({
    key: merchantAcknowledgements.merchantId,
    owner: merchantAcknowledgements.userId,
    joins: [[merchants, eq(merchants.id, merchantAcknowledgements.merchantId)]],
    columns: { merchant: merchants.name, createdAt: merchantAcknowledgements.createdAt },
  }),
  payments: inPages({
    key: payments.id,
    owner: payments.consumerId,
    joins: [[merchants, eq(merchants.id, payments.merchantId)]],
    columns: {
      id: payments.id,
      merchantId: payments.merchantId,
      merchant: merchants.name,
      amountCents: payments.amountCents,
      description: payments.description,
      status: payments.status,
      createdAt: payments.createdAt,
      completedAt: payments.completedAt,
    },
  }),
  refunds: inPages({
    key: refunds.id,
    owner: payments.consumerId,
    joins: [[payments, eq(payments.id, refunds.paymentId)]],
    columns: {
      paymentId: refunds.paymentId,
      usdcUnits: sql<string>`${refunds.usdcUnits}::text`,
      toAddress: refunds.toAddress,
      status: refunds.status,
      createdAt: refunds.createdAt,
      completedAt: refunds.completedAt,
    },
  }),
  refundWallets: inPages({
    key: refundDestinations.paymentId,
    owner: payments.consumerId,
    joins: [[payments, eq(payments.id, refundDestinations.paymentId)]],
    columns: {
      paymentId: refundDestinations.paymentId,
      requestedAt: refundDestinations.requestedAt,
      address: refundDestinations.address,
      namedAt: refundDestinations.namedAt,
    },
  }),
  scheduledPayments: inPages({
    key: scheduledPayments.id,
    owner: scheduledPayments.payerId,
    columns: {
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
    },
  }),
  requests: inPages({
    key: requestPayments.paymentId,
    owner: payments.consumerId,
    joins: [
      [payments, eq(payments.id, requestPayments.paymentId)],
      [paymentRequests, eq(paymentRequests.id, requestPayments.requestId)],
      [merchants, eq(merchants.id, paymentRequests.merchantId)],
    ],
    columns: {
      paymentId: requestPayments.paymentId,
      merchant: merchants.name,
      name: paymentRequests.name,
      email: paymentRequests.email,
      amountCents: paymentRequests.amountCents,
      description: paymentRequests.description,
      dueOn: paymentRequests.dueOn,
    },
  }),
  disputes: inPages({
    key: disputes.id,
    owner: payments.consumerId,
    joins: [[payments, eq(payments.id, disputes.paymentId)]],
    columns: {
      code: disputes.code,
      paymentId: disputes.paymentId,
      amountCents: disputes.amountCents,
      reason: disputes.reason,
      description: disputes.description,
      status: disputes.status,
      result: disputes.result,
      createdAt: disputes.createdAt,
    },
  }),
  comments: inPages({
    key: disputeComments.id,
    owner: disputeComments.authorId,
    joins: [[disputes, eq(disputes.id, disputeComments.disputeId)]],
    columns: { dispute: disputes.code, comment: disputeComments.comment, createdAt: disputeComments.createdAt },
  }),
  documents: inPages({
    key: disputeDocuments.id,
    owner: payments.consumerId,
    joins: [
      [disputes, eq(disputes.id, disputeDocuments.disputeId)],
      [payments, and(eq(payments.id, disputes.paymentId), eq(payments.consumerId, disputeDocuments.addedBy))],
    ],
    columns: { dispute: disputes.code, name: disputeDocuments.originalName, createdAt: disputeDocuments.createdAt },
  }),
  claims: inPages({
    key: transferClaims.id,
    owner: transferClaims.payerId,
    columns: {
      txHash: transferClaims.txHash,
      amountCents: transferClaims.amountCents,
      sentOn: transferClaims.sentOn,
      status: transferClaims.status,
    },
  }),
  leases: inPages({
    key: leaseTenants.id,
    owner: leaseTenants.userId,
    joins: [[leases, eq(leases.id, leaseTenants.leaseId)]],
    columns: { lease: leases.id, name: leaseTenants.name, email: leaseTenants.email, startsOn: leases.startsOn, endsOn: leases.endsOn },
  }),
  invitations: inPages({
    key: tenantInvitations.id,
    owner: tenantInvitations.userId,
    joins: [[merchants, eq(merchants.id, tenantInvitations.merchantId)]],
    columns: {
      merchant: merchants.name,
      email: tenantInvitations.email,
      address: tenantInvitations.address,
      aptNumber: tenantInvitations.aptNumber,
      createdAt: tenantInvitations.createdAt,
      joinedAt: tenantInvitations.joinedAt,
    },
  }),
  rentRecords: inPages({
    key: rentRecords.id,
    owner: rentRecords.userId,
    columns: { from: rentRecords.fromDay, to: rentRecords.toDay, createdAt: rentRecords.createdAt, withdrawnAt: rentRecords.withdrawnAt },
  }),
  signedTerms: inPages({
    key: termsSignatures.id,
    owner: termsSignatures.createdBy,
    joins: [[leaseTerms, eq(leaseTerms.id, termsSignatures.termsId)]],
    columns: {
      lease: leaseTerms.leaseId,
      from: leaseTerms.fromPeriod,
      wallet: termsSignatures.address,
      signature: termsSignatures.signature,
      createdAt: termsSignatures.createdAt,
    },
  }),
  staffOf: inPages({
    key: merchantStaff.id,
    owner: merchantStaff.userId,
    joins: [[merchants, eq(merchants.id, merchantStaff.merchantId)]],
    columns: { business: merchants.name, role: merchantStaff.role, joinedAt: merchantStaff.joinedAt, endedAt: merchantStaff.endedAt },
  }),
  passkeys: inPages({
    key: passkeys.id,
    owner: passkeys.userId,
    columns: { name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt },
  }),
  // With the wraps, the wallet can be opened without Hearth: by the passkeys of its page's host, or by the recovery code.
  passkeyWallets: inPages({
    key: passkeyWallets.id,
    owner: passkeyWallets.userId,
    columns: {
      address: passkeyWallets.address,
      recoveryWrap: passkeyWallets.recoveryWrap,
      createdAt: passkeyWallets.createdAt,
      endedAt: passkeyWallets.endedAt,
    },
  }),
  walletPasskeys: inPages({
    key: passkeyWalletPasskeys.id,
    owner: passkeyWallets.userId,
    joins: [[passkeyWallets, eq(passkeyWallets.id, passkeyWalletPasskeys.walletId)]],
    columns: {
      wallet: passkeyWallets.address,
      name: passkeyWalletPasskeys.name,
      credentialId: passkeyWalletPasskeys.credentialId,
      wrap: passkeyWalletPasskeys.wrap,
      createdAt: passkeyWalletPasskeys.createdAt,
      lastUsedAt: passkeyWalletPasskeys.lastUsedAt,
      removedAt: passkeyWalletPasskeys.removedAt,
    },
  }),
  walletSends: inPages({
    key: relays.id,
    owner: relays.senderId,
    columns: {
      from: relays.fromAddress,
      to: relays.toAddress,
      usdcUnits: relays.usdcUnits,
      status: relays.status,
      failure: relays.failure,
      createdAt: relays.createdAt,
    },
  }),
  exchangeAccounts: inPages({
    key: exchangeAccounts.id,
    owner: exchangeAccounts.userId,
    columns: { externalUserId: exchangeAccounts.externalUserId, linkedAt: exchangeAccounts.createdAt, endedAt: exchangeAccounts.endedAt },
  }),
  notifications: inPages({
    key: notifications.id,
    owner: notifications.userId,
    columns: { event: notifications.event, createdAt: notifications.createdAt, readAt: notifications.readAt },
  }),
  mails: inPages({
    key: mails.id,
    owner: mails.userId,
    columns: { to: mails.toAddress, event: mails.event, createdAt: mails.createdAt, sentAt: mails.sentAt },
  }),
  sessions: inPages({
    key: sessions.id,
    owner: sessions.userId,
    columns: { userAgent: sessions.userAgent, ip: sessions.ip, createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt },
  }),
  // An account has at most twenty. A device's token hash is left out, because it grants sign-in attempts of its own.
  knownDevices: async (db, { userId, after }) => {
    if (after !== null) return [];
    const rows = await db
      .select({ createdAt: knownDevices.createdAt, lastUsedAt: knownDevices.lastUsedAt })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId));
    return rows.map((row) => ({ key: "all", ...row }));
  },
  log: inPages({
    key: auditLog.id,
    owner: auditLog.actorId,
    columns: { at: auditLog.at, action: auditLog.action, subject: auditLog.subject, ip: auditLog.ip },
  }),
};

/** The parts about the account, in the file's order. */
export const personalParts: OwnPart[] = Object.entries(parts).map(([name, read]) => ({ name, read }));
