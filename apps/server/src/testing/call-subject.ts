import { Readable } from "node:stream";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { payees } from "@hearth/db/schema/payees";
import { makePayeeChange, makeStaff, nextNumber } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makePayment, makeRefund, makeTransfer, makeTransferClaim } from "@hearth/db/testing/payment-factories";
import { makeAlarm, makeDispute, makeDisputeDocument } from "@hearth/db/testing/record-factories";
import {
  makeCharge,
  makeScheduledPayment,
  makeLease,
  makeLeaseCredit,
  makeLeaseTenant,
  makeRentRecord,
  makeTenantInvitation,
  makeUnit,
} from "@hearth/db/testing/rent-factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { makePasskeyWallet, makeWalletPasskey } from "@hearth/db/testing/second-factor-factories";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { eq } from "drizzle-orm";
import { resolveActor } from "../features/auth/sessions/sessions.service.ts";
import { createMailToken, hashToken } from "../features/auth/sessions/tokens.ts";
import type { Harness } from "./harness.ts";
import type { CallSubject } from "./procedure-inputs.ts";

const nothing = "0198a000-0000-7000-8000-000000000000";

/** The two parties of a call: the payer and the merchant. */
export interface Parties {
  payer: { id: string; email: string };
  merchantId: string;
}

/** An untouched payment of the payer, and a dispute, a refund and odd money of other payments. */
async function makeMoney(harness: Harness, { payer, merchantId }: Parties) {
  // More than the calls' checkouts: one of the same amount would be returned instead of another.
  const values = { consumerId: payer.id, merchantId, amountCents: 1_000 + nextNumber() };
  const { id, reference, payeeAddress } = await makePayment(harness.db, values);
  const money = { merchantId, toAddress: payeeAddress, usdcUnits: centsToUsdcUnits(values.amountCents) };
  const transfer = await makeTransfer(harness.db, money);
  const claim = await makeTransferClaim(harness.db, { paymentId: id, payerId: payer.id, txHash: transfer.txHash });
  const disputed = await makePayment(harness.db, { ...values, status: "completed" });
  const dispute = await makeDispute(harness.db, { paymentId: disputed.id, amountCents: 500 });
  const refunded = await makePayment(harness.db, { ...values, status: "completed" });
  const refund = await makeRefund(harness.db, {
    paymentId: refunded.id,
    merchantId,
    createdBy: payer.id,
    usdcUnits: centsToUsdcUnits(100),
  });
  // Stopped, because at most one may wait. A caller who may stop it may stop it again.
  const change = await makePayeeChange(harness.db, { merchantId, requestedBy: payer.id, stoppedAt: new Date() });
  const document = await makeDisputeDocument(harness.db, { disputeId: dispute.id, addedBy: payer.id, sizeBytes: 1 });
  await harness.deps.uploads.write(document.id, Readable.from(["x"]));
  const request = await makePaymentRequest(harness.db, { merchantId, createdBy: payer.id });
  return {
    paymentId: publicId("payment", id),
    reference,
    disputeId: publicId("dispute", dispute.id),
    documentId: publicId("document", document.id),
    transferId: publicId("transfer", transfer.id),
    claimId: publicId("claim", claim.id),
    paidId: publicId("payment", disputed.id),
    refundId: publicId("refund", refund.id),
    payoutChangeId: publicId("payeeChange", change.id),
    requestId: publicId("paymentRequest", request.id),
    billReference: request.reference,
  };
}

/** A lease of the two parties with related rows, and a unit that nobody rents. */
async function makeLetting({ db }: Harness, { payer, merchantId }: Parties) {
  const payee = await db.query.payees.findFirst({ where: eq(payees.merchantId, merchantId) });
  const lease = await makeLease(db, { merchantId, createdBy: payer.id, tenantId: payer.id, nextPeriod: "2190-01-01" });
  const terms = await db.query.leaseTerms.findFirst({ where: eq(leaseTerms.leaseId, lease.id) });
  const invited = await makeLeaseTenant(db, { leaseId: lease.id });
  const charge = await makeCharge(db, { leaseId: lease.id });
  await makeCharge(db, { leaseId: lease.id, kind: "utility", description: "Water" });
  const credit = await makeLeaseCredit(db, { leaseId: lease.id, createdBy: payer.id });
  const scheduledPayment = await makeScheduledPayment(db, { leaseId: lease.id, payerId: payer.id, payeeId: payee?.id ?? "" });
  const record = await makeRentRecord(db, { leaseId: lease.id, userId: payer.id });
  const { property, unit } = await makeUnit(db, { merchantId });
  return {
    leaseId: publicId("lease", lease.id),
    leaseSeenAt: lease.updatedAt.toISOString(),
    termsId: publicId("leaseTerms", terms?.id ?? ""),
    tenantId: publicId("leaseTenant", invited.id),
    chargeId: publicId("charge", charge.id),
    creditId: publicId("leaseCredit", credit.id),
    scheduledPaymentId: publicId("scheduledPayment", scheduledPayment.id),
    recordId: publicId("rentRecord", record.id),
    recordReference: record.reference,
    propertyId: publicId("property", property.id),
    unitId: publicId("unit", unit.id),
  };
}

/** The merchant's invitations, the payer's device, and rows that administrators manage. */
async function makePeople(harness: Harness, { payer, merchantId }: Parties) {
  const { db } = harness;
  const mail = await makeMail(db, { userId: payer.id, status: "refused" });
  const alarm = await makeAlarm(db);
  const staffToken = createMailToken();
  const staff = await makeStaff(db, { merchantId, invitedBy: payer.id, inviteHash: hashToken(staffToken) });
  const invitationToken = createMailToken();
  const invitation = await makeTenantInvitation(db, { merchantId, invitedBy: payer.id, inviteHash: hashToken(invitationToken) });
  const device = await resolveActor(harness.deps, await harness.signIn(payer.id));
  if (device === null) throw new Error("The session did not open");
  const known = await db.query.passkeyWallets.findFirst({ where: eq(passkeyWallets.userId, payer.id) });
  const { id: walletId } = known ?? (await makePasskeyWallet(db, { userId: payer.id }));
  if (known === undefined) await makeWalletPasskey(db, { walletId });
  const walletPasskey = await makeWalletPasskey(db, { walletId });
  return {
    walletPasskeyId: publicId("walletPasskey", walletPasskey.id),
    walletCredentialId: walletPasskey.credentialId,
    mailId: publicId("mail", mail.id),
    alarmId: publicId("alarm", alarm.id),
    staffId: publicId("staff", staff.id),
    staffToken,
    invitationId: publicId("tenantInvitation", invitation.id),
    invitationToken,
    sessionId: publicId("session", device.sessionId),
  };
}

/** A subject of ids that do not exist. */
const absent: CallSubject = {
  paymentId: publicId("payment", nothing),
  reference: "0".repeat(64),
  disputeId: publicId("dispute", nothing),
  documentId: publicId("document", nothing),
  sessionId: publicId("session", nothing),
  transferId: publicId("transfer", nothing),
  claimId: publicId("claim", nothing),
  paidId: publicId("payment", nothing),
  refundId: publicId("refund", nothing),
  payoutChangeId: publicId("payeeChange", nothing),
  mailId: publicId("mail", nothing),
  passkeyId: publicId("passkey", nothing),
  walletPasskeyId: publicId("walletPasskey", nothing),
  walletCredentialId: "bm90aGluZw",
  alarmId: publicId("alarm", nothing),
  leaseId: publicId("lease", nothing),
  leaseSeenAt: "2026-01-01T00:00:00.000Z",
  termsId: publicId("leaseTerms", nothing),
  tenantId: publicId("leaseTenant", nothing),
  chargeId: publicId("charge", nothing),
  creditId: publicId("leaseCredit", nothing),
  scheduledPaymentId: publicId("scheduledPayment", nothing),
  requestId: publicId("paymentRequest", nothing),
  billReference: "0".repeat(64),
  recordId: publicId("rentRecord", nothing),
  recordReference: "0".repeat(64),
  propertyId: publicId("property", nothing),
  unitId: publicId("unit", nothing),
  staffId: publicId("staff", nothing),
  staffToken: "",
  invitationId: publicId("tenantInvitation", nothing),
  invitationToken: "",
  merchantId: publicId("merchant", nothing),
  userId: publicId("user", nothing),
  email: "nobody@example.com",
};

type Part = keyof CallSubject;
type InputMaker = (subject: CallSubject) => unknown;

const peopleParts: readonly Part[] = [
  ...(["mailId", "alarmId", "staffId", "staffToken", "invitationId", "invitationToken", "sessionId"] as const),
  ...(["walletPasskeyId", "walletCredentialId"] as const),
];
const lettingParts: readonly Part[] = [
  ...(["leaseId", "leaseSeenAt", "termsId", "tenantId", "chargeId", "creditId", "scheduledPaymentId"] as const),
  ...(["recordId", "recordReference", "propertyId", "unitId"] as const),
];
const moneyParts: readonly Part[] = [
  ...(["paymentId", "reference", "disputeId", "documentId", "transferId", "claimId"] as const),
  ...(["paidId", "refundId", "payoutChangeId", "requestId", "billReference"] as const),
];

const known = new Map<InputMaker, ReadonlySet<string | symbol>>();

/** The parts of its subject that an input maker reads. */
export function partsRead(make: InputMaker): ReadonlySet<string | symbol> {
  const before = known.get(make);
  if (before) return before;
  const read = new Set<string | symbol>();
  const get = (subject: CallSubject, name: string | symbol): unknown => {
    read.add(name);
    return Reflect.get(subject, name);
  };
  make(new Proxy(absent, { get }));
  known.set(make, read);
  return read;
}

/** Creates the groups of rows that contain the parts an input needs, or all groups where no input is named. */
async function makeParts(harness: Harness, parties: Parties, make: InputMaker | undefined): Promise<Partial<CallSubject>> {
  const read = make && partsRead(make);
  const isWanted = (parts: readonly Part[]) => read === undefined || parts.some((part) => read.has(part));
  return {
    ...(isWanted(moneyParts) && (await makeMoney(harness, parties))),
    ...(isWanted(lettingParts) && (await makeLetting(harness, parties))),
    ...(isWanted(peopleParts) && (await makePeople(harness, parties))),
  };
}

/**
 * Creates an untouched subject of a call. With `make`, only the parts that its input needs, since all of them take fifty statements. It has no passkey, because
 * a passkey would change how the payer signs in.
 */
export async function freshSubject(harness: Harness, parties: Parties, make?: InputMaker): Promise<CallSubject> {
  const { payer, merchantId } = parties;
  const subjectIds = { merchantId: publicId("merchant", merchantId), userId: publicId("user", payer.id), email: payer.email };
  return { ...absent, ...(await makeParts(harness, parties, make)), ...subjectIds };
}

/** Creates the parts that an input needs anew, and keeps the others. */
export async function renewSubject(harness: Harness, parties: Parties, subject: CallSubject, make: InputMaker): Promise<CallSubject> {
  return { ...subject, ...(await makeParts(harness, parties, make)) };
}

/** A subject of ids that do not exist, with the same account and the same tokens. */
export function missingSubject({ leaseSeenAt, staffToken, invitationToken, userId, email }: CallSubject): CallSubject {
  return { ...absent, leaseSeenAt, staffToken, invitationToken, userId, email };
}
