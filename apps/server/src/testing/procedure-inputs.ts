import { factoryPassword, nextNumber } from "@hearth/db/testing/factories";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";

/** What a call is about: the payment, and what its caller needs besides. */
export interface CallSubject {
  paymentId: string;
  reference: string;
  /** An open dispute about another payment of the same two, and a document of it. */
  disputeId: string;
  documentId: string;
  merchantId: string;
  /** A completed payment of the same two, and an open refund of another one. */
  paidId: string;
  refundId: string;
  /** A change of the merchant's payout wallet. */
  payoutChangeId: string;
  /** Money of the payment's amount that reached the merchant and has no payment. */
  transferId: string;
  /** What the payer says about that money and the payment. */
  claimId: string;
  /** A lease of the same two, the version that its editor saw, somebody invited to it, a charge and a credit of it. */
  leaseId: string;
  leaseSeenAt: string;
  termsId: string;
  tenantId: string;
  chargeId: string;
  creditId: string;
  /** A cheque of the payer for that lease that waits to be signed. */
  chequeId: string;
  requestId: string;
  billReference: string;
  recordId: string;
  recordReference: string;
  /** A property of the merchant with a unit that nobody rents. */
  propertyId: string;
  unitId: string;
  /** Somebody invited to work for the merchant, and what their link carries. */
  staffId: string;
  staffToken: string;
  /** Somebody invited to pay the merchant, and what their link carries. */
  invitationId: string;
  invitationToken: string;
  /** The payer's. */
  userId: string;
  /** A mail to the payer that no mail server took. */
  mailId: string;
  passkeyId: string;
  /** A living alarm. */
  alarmId: string;
  /** A device that the payer is signed in on. */
  sessionId: string;
  /** Of an account that exists, for signing in. */
  email: string;
}

const hash = `0x${"ab".repeat(32)}`;
const signature = `0x${"11".repeat(65)}`;
const newAddress = () => privateKeyToAddress(generatePrivateKey());

const newMerchant = {
  name: "Lakeside Lofts",
  businessType: "apartment",
  description: "Twelve lofts at the lake",
  firstName: "Ines",
  lastName: "Prado",
  email: "office@lakeside.example",
  phoneNumber: "555 0123",
  street: "1 Shore Road",
  city: "Duluth",
  state: "MN",
  zipCode: "55802",
  country: "United States",
};

const newBusiness = {
  name: "Lakeside Lofts",
  businessType: "apartment",
  description: "Twelve lofts at the lake",
  phoneNumber: "555 0123",
  address: "1 Shore Road, Duluth, MN 55802, United States",
};
const signUp = { ...newBusiness, firstName: "Ines", lastName: "Prado", password: "a decent password" };

const credential = { id: "bm9ib2R5", rawId: "bm9ib2R5", type: "public-key", clientExtensionResults: {} };
const clientDataJSON = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge: "bm9ib2R5", origin: "http://localhost" })).toString(
  "base64url",
);
const madePasskey = { ...credential, response: { clientDataJSON, attestationObject: "bm9ib2R5", transports: ["internal"] } };
const shownPasskey = { ...credential, response: { clientDataJSON, authenticatorData: "bm9ib2R5", signature: "bm9ib2R5" } };

/** A well-formed input for every procedure, so that a test of who may call what can call all of them. */
export const procedureInputs: Record<string, (subject: CallSubject) => unknown> = {
  "admin.login": ({ email }) => ({ email, password: "not the password" }),
  "account.exportData": () => undefined,
  "account.closing": () => undefined,
  "account.close": () => ({ email: "nobody@example.com" }),
  "auth.replaceFirstPassword": ({ email }) => ({ email, password: "not the password", newPassword: "a decent password" }),
  "admin.beginFirstSignIn": ({ email }) => ({ email, password: "not the password" }),
  "admin.completeFirstSignIn": () => ({ challenge: "a challenge that nobody made", code: "000000" }),
  "admin.logout": () => undefined,
  "admin.me": () => undefined,
  "admin.changePassword": () => ({ currentPassword: "not the password", newPassword: "a decent password" }),
  "admin.stepUp": () => ({ password: "not the password" }),
  "admin.signInWithPasskey": () => ({ response: shownPasskey }),
  "admin.passkeys": () => undefined,
  "admin.beginPasskey": () => undefined,
  "admin.addPasskey": () => ({ name: "Phone", response: madePasskey }),
  "admin.renamePasskey": ({ passkeyId }) => ({ passkeyId, name: "Phone" }),
  "admin.removePasskey": ({ passkeyId }) => ({ passkeyId }),
  "admin.beginPasskeyProof": () => undefined,
  "admin.stepUpWithPasskey": () => ({ response: shownPasskey }),
  "admin.secondFactor": () => undefined,
  "admin.setUpSecondFactor": () => ({ password: "not the password" }),
  "admin.confirmSecondFactor": () => ({ code: "000000" }),
  "admin.endSecondFactor": () => ({ password: "not the password", code: "000000" }),
  "admin.renewRecoveryCodes": () => ({ password: "not the password", code: "000000" }),
  "admin.notifications": () => ({}),
  "admin.unreadNotifications": () => ({}),
  "admin.markNotificationsRead": () => ({}),
  "admin.mailPreferences": () => undefined,
  "admin.setMailPreference": () => ({ group: "alarms", on: true }),
  "admin.mails": () => ({}),
  "admin.resendMail": ({ mailId }) => ({ mailId }),
  "admin.alarms": () => ({}),
  "admin.acknowledgeAlarm": ({ alarmId }) => ({ alarmId }),
  "admin.silenceAlarm": ({ alarmId }) => ({ alarmId, hours: 8 }),
  "admin.endSilence": ({ alarmId }) => ({ alarmId }),
  "admin.dashboard": () => undefined,
  "admin.openDisputeCount": () => undefined,
  "admin.transactions": () => ({}),
  "admin.transactionCounts": () => ({}),
  "admin.transaction": ({ paymentId }) => ({ transactionId: paymentId }),
  "admin.transfers": () => ({}),
  "admin.transfer": ({ transferId }) => ({ transferId }),
  "admin.transferCandidates": ({ transferId }) => ({ transferId }),
  "admin.attachTransfer": ({ transferId, paymentId }) => ({ transferId, paymentId, reason: "It is this one" }),
  "admin.confirmClaim": ({ claimId, transferId }) => ({ claimId, transferId }),
  "admin.refuseClaim": ({ claimId }) => ({ claimId, reason: "It is somebody else's" }),
  "admin.detachTransfer": ({ transferId }) => ({ transferId, reason: "It was somebody else's" }),
  "admin.setTransferAside": ({ transferId }) => ({ transferId, reason: "A deposit" }),
  "admin.restoreTransfer": ({ transferId }) => ({ transferId }),
  "admin.users": () => ({}),
  "admin.user": ({ userId }) => ({ userId }),
  "admin.editUser": ({ userId }) => ({ userId, lastName: "Renamed" }),
  "admin.merchants": () => ({}),
  "admin.merchantNames": () => undefined,
  "admin.merchant": ({ merchantId }) => ({ merchantId }),
  "admin.heldMerchants": () => undefined,
  "admin.approveMerchant": ({ merchantId }) => ({ merchantId }),
  "admin.refuseMerchant": ({ merchantId }) => ({ merchantId, reason: "Not who they say" }),
  "admin.stopPayoutChange": ({ merchantId, payoutChangeId }) => ({ merchantId, changeId: payoutChangeId }),
  "admin.editMerchant": ({ merchantId }) => ({ merchantId, name: "Renamed" }),
  "admin.createMerchant": () => ({ ...newMerchant, ownerEmail: `owner${nextNumber()}@example.com` }),
  "admin.auditLog": () => ({}),
  "admin.exportTransactions": () => ({}),
  "admin.exportAuditLog": () => ({}),
  "auth.register": () => ({ firstName: "A", lastName: "B", email: `new${nextNumber()}@example.com`, password: "a decent password" }),
  "auth.login": ({ email }) => ({ email, password: factoryPassword }),
  "auth.me": () => undefined,
  "auth.logout": () => undefined,
  "auth.updateProfile": ({ email }) => ({ firstName: "Maya", lastName: "Okafor", email: email.replace("@", ".new@") }),
  "auth.changePassword": () => ({ currentPassword: "not the password", newPassword: "a decent password" }),
  "auth.stepUp": () => ({ password: "not the password" }),
  "auth.cancelEmailChange": () => undefined,
  "auth.emailStanding": () => undefined,
  "auth.resendEmailConfirmation": () => undefined,
  "auth.confirmEmail": () => ({ token: `hrm_${"a".repeat(43)}` }),
  "auth.forgotPassword": ({ email }) => ({ email }),
  "auth.resetPassword": () => ({ token: `hrm_${"a".repeat(43)}`, newPassword: "a decent password" }),
  "auth.notifications": () => ({}),
  "auth.unreadNotifications": () => ({}),
  "auth.markNotificationsRead": () => ({}),
  "auth.mailPreferences": () => undefined,
  "auth.setMailPreference": () => ({ group: "disputes", on: true }),
  "auth.beginPasskeySignIn": () => undefined,
  "auth.signInWithPasskey": () => ({ response: shownPasskey }),
  "auth.passkeys": () => undefined,
  "auth.beginPasskey": () => undefined,
  "auth.addPasskey": () => ({ name: "Phone", response: madePasskey }),
  "auth.renamePasskey": ({ passkeyId }) => ({ passkeyId, name: "Phone" }),
  "auth.removePasskey": ({ passkeyId }) => ({ passkeyId }),
  "auth.beginPasskeyProof": () => undefined,
  "auth.stepUpWithPasskey": () => ({ response: shownPasskey }),
  "auth.secondFactor": () => undefined,
  "auth.setUpSecondFactor": () => ({ password: "not the password" }),
  "auth.confirmSecondFactor": () => ({ code: "000000" }),
  "auth.endSecondFactor": () => ({ password: "not the password", code: "000000" }),
  "auth.renewRecoveryCodes": () => ({ password: "not the password", code: "000000" }),
  "auth.devices": () => undefined,
  "auth.signOutDevice": ({ sessionId }) => ({ sessionId }),
  "auth.signOutOtherDevices": () => undefined,
  "auth.completeEnrollment": ({ merchantId }) => ({ address: "1 Main Street", phoneNumber: "555", selectedMerchantId: merchantId }),
  "disputes.file": ({ paymentId }) => ({ paymentId, reason: "No heating", amount: "5.00" }),
  "disputes.fileForPayer": ({ paymentId }) => ({ transactionId: paymentId, reason: "No heating", amount: 5 }),
  "disputes.cancel": ({ disputeId }) => ({ disputeId }),
  "disputes.reopen": ({ disputeId }) => ({ disputeId }),
  "disputes.update": ({ disputeId }) => ({ disputeId, reason: "Still no heating" }),
  "disputes.list": () => ({}),
  "disputes.ofPayment": ({ paymentId }) => ({ paymentId }),
  "disputes.get": ({ disputeId }) => ({ disputeId }),
  "disputes.comment": ({ disputeId }) => ({ disputeId, comment: "We are looking into it." }),
  "disputes.document": ({ disputeId, documentId }) => ({ disputeId, documentId }),
  "disputes.listForMerchant": () => ({}),
  "disputes.listForAdmin": () => ({}),
  "disputes.getForAdmin": ({ disputeId }) => ({ disputeId }),
  "disputes.commentForAdmin": ({ disputeId }) => ({ disputeId, comment: "We are looking into it." }),
  "disputes.documentForAdmin": ({ disputeId, documentId }) => ({ disputeId, documentId }),
  "disputes.close": ({ disputeId }) => ({ disputeId, result: "denied", resultReason: "Not shown" }),
  "exchange.paymentMethods": () => undefined,
  "exchange.initiateAuth": () => ({ strategy: "popup", currentPath: "/smart-wallet-setup" }),
  "exchange.createWallet": () => undefined,
  "exchange.callback": () => ({ state: "a state that nobody made", code: "code" }),
  "exchange.checkWallet": () => undefined,
  "exchange.retryVerification": () => undefined,
  "exchange.clearVerification": () => undefined,
  "exchange.clearConnection": () => undefined,
  "merchant.list": () => ({}),
  "merchant.listAll": () => ({}),
  "merchant.watch": () => ({}),
  "merchant.stats": () => ({}),
  "merchant.attention": () => undefined,
  "merchant.unpaidTenants": () => ({}),
  "merchant.userChanges": () => ({}),
  "merchant.disputeTotals": () => ({}),
  "merchant.transactions": () => ({}),
  "merchant.searchTransactions": () => ({ search: "rent" }),
  "merchant.transactionTotals": () => ({}),
  "merchant.transaction": ({ paymentId }) => ({ paymentId }),
  "merchant.exportTransactions": () => ({}),
  "merchant.business": () => undefined,
  "merchant.get": ({ merchantId }) => ({ merchantId }),
  "merchant.signUp": () => ({ ...signUp, email: `owner${nextNumber()}@example.com` }),
  "merchant.register": () => ({ ...newBusiness, contactName: "Ines Prado", walletAddress: "" }),
  "merchant.editBusiness": () => ({ contactName: "Ines Prado" }),
  "merchant.setPayoutWallet": () => ({ walletAddress: newAddress(), password: factoryPassword }),
  "invitations.list": () => undefined,
  "invitations.invite": () => ({ email: `tenant${nextNumber()}@example.com`, address: "1 Elm Street", aptNumber: "4B" }),
  "invitations.inviteToLease": ({ leaseId, tenantId }) => ({ leaseId, tenantId }),
  "invitations.takeBack": ({ invitationId }) => ({ invitationId }),
  "invitations.open": ({ invitationToken }) => ({ token: invitationToken }),
  "invitations.follow": () => ({ token: "a token that nobody made" }),
  "staff.list": () => undefined,
  "staff.invite": () => ({ email: `staff${nextNumber()}@example.com`, role: "viewer" }),
  "staff.changeRole": ({ staffId }) => ({ staffId, role: "viewer" }),
  "staff.remove": ({ staffId }) => ({ staffId }),
  "staff.invitation": ({ staffToken }) => ({ token: staffToken }),
  "staff.accept": () => ({ token: "a token that nobody made", firstName: "Ines", lastName: "Prado", password: "a decent password" }),
  "staff.join": () => ({ token: "a token that nobody made" }),
  "merchant.acknowledge": ({ merchantId }) => ({ selectedMerchantId: merchantId }),
  "merchant.standing": ({ merchantId }) => ({ selectedMerchantId: merchantId }),
  "merchant.stopPayoutChange": ({ payoutChangeId }) => ({ changeId: payoutChangeId }),
  "merchant.update": ({ merchantId }) => ({ merchantId, contactName: "Ines Prado" }),
  "merchant.oddTransfers": () => ({}),
  "merchant.transferCandidates": ({ transferId }) => ({ transferId }),
  "merchant.attachTransfer": ({ transferId, paymentId }) => ({ transferId, paymentId, reason: "It is this one" }),
  "merchant.confirmClaim": ({ claimId, transferId }) => ({ claimId, transferId }),
  "merchant.refuseClaim": ({ claimId }) => ({ claimId, reason: "It is somebody else's" }),
  "merchant.setTransferAside": ({ transferId }) => ({ transferId, reason: "My own" }),
  "merchant.restoreTransfer": ({ transferId }) => ({ transferId }),
  "merchant.sendBack": ({ transferId }) => ({ transferId }),
  "merchant.sendBackTransfer": ({ transferId }) => ({ transferId }),
  "merchant.refunds": ({ paidId }) => ({ paymentId: paidId }),
  "merchant.refundDispute": ({ disputeId }) => ({ disputeId }),
  "merchant.refundPayment": ({ paidId }) => ({ paymentId: paidId, amount: 1 }),
  "merchant.cancelRefund": ({ refundId }) => ({ refundId }),
  "merchant.askPayer": ({ paidId }) => ({ paymentId: paidId, amount: 1 }),
  "operations.reconcile": () => ({}),
  "operations.resumeCompletions": () => ({ reason: "Looked at" }),
  "operations.repairChain": () => ({ toBlock: "1", reason: "Looked at" }),
  "operations.invariants": () => ({}),
  "operations.rebuild": () => ({}),
  "operations.recheck": ({ paymentId }) => ({ transactionId: paymentId }),
  "operations.jobs": () => ({}),
  "operations.retryJob": () => ({ jobId: "0198a000-0000-4000-8000-000000000000" }),
  "payments.network": () => undefined,
  "payments.list": () => ({}),
  "payments.historyTotals": () => ({}),
  "payments.exportHistory": () => ({ search: "rent" }),
  "payments.dashboard": () => undefined,
  "payments.get": ({ paymentId }) => ({ paymentId }),
  "payments.status": ({ paymentId }) => ({ paymentId }),
  "payments.receipt": ({ paymentId }) => ({ paymentId }),
  "payments.watch": ({ paymentId }) => ({ paymentId }),
  "payments.createCheckout": () => ({ amount: "12.00" }),
  "payments.cancel": ({ paymentId }) => ({ paymentId }),
  "payments.topUp": ({ paymentId }) => ({ paymentId }),
  "payments.giveUpTopUp": ({ paymentId }) => ({ paymentId }),
  "payments.topUpAtCheckout": ({ reference }) => ({ reference }),
  "payments.recheck": ({ paymentId }) => ({ paymentId }),
  "payments.recordSuccess": ({ paymentId }) => ({ paymentId, transactionHash: hash }),
  "payments.claims": ({ paymentId }) => ({ paymentId }),
  "payments.claim": ({ paymentId }) => ({ paymentId, transactionHash: hash, amount: "12.00", sentOn: "2026-01-02" }),
  "payments.withdrawClaim": ({ claimId }) => ({ claimId }),
  "payments.buy": ({ paymentId }) => ({ paymentId }),
  "payments.buyAtCheckout": ({ reference }) => ({ reference }),
  "payments.checkout": ({ reference }) => ({ reference }),
  "payments.openCheckout": ({ reference }) => ({ reference }),
  "payments.watchCheckout": ({ reference }) => ({ reference }),
  "payments.authorize": ({ reference }) => ({ reference, from: newAddress(), validAfter: 0, validBefore: 2 ** 40, signature }),
  "refunds.asked": () => undefined,
  "refunds.destination": ({ paidId }) => ({ paymentId: paidId }),
  "refunds.nameWallet": ({ paidId }) => ({ paymentId: paidId, message: "nothing that was asked", signature, password: factoryPassword }),
  "autopay.mine": () => undefined,
  "autopay.prepare": ({ leaseId }) => ({ leaseId, walletAddress: newAddress() }),
  "autopay.sign": ({ chequeId }) => ({ chequeId, signature }),
  "autopay.skip": ({ chequeId }) => ({ chequeId }),
  "autopay.pause": ({ leaseId }) => ({ leaseId }),
  "autopay.stop": ({ leaseId }) => ({ leaseId }),
  "autopay.forAdmin": ({ leaseId }) => ({ leaseId }),
  "rent.mine": () => undefined,
  "rent.ownLedger": ({ leaseId }) => ({ leaseId }),
  "rent.ownStatement": ({ leaseId }) => ({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31" }),
  "rent.statement": ({ leaseId }) => ({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31" }),
  "rent.statementForAdmin": ({ leaseId }) => ({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31" }),
  "rent.roll": () => ({ period: "2026-11" }),
  "rent.rollSums": () => ({ period: "2026" }),
  "rent.rollFile": () => ({ period: "2026-11" }),
  "rent.month": () => ({ period: "2026-10" }),
  "rent.accountingFile": () => ({ period: "2026-10" }),
  "rent.monthFile": () => ({ period: "2026-10" }),
  "rent.closeMonth": () => ({ period: "2026-10" }),
  "rent.reopenMonth": () => ({ period: "2026-10" }),
  "rent.join": () => ({ invitation: "a token that nobody made" }),
  "rent.properties": () => ({}),
  "rent.addProperty": () => ({ name: `Harbor Row ${nextNumber()}`, units: ["1A", "1B"] }),
  "rent.addUnit": ({ propertyId }) => ({ propertyId, name: "2A" }),
  "rent.tenants": () => ({}),
  "rent.lease": ({ leaseId }) => ({ leaseId }),
  "rent.ledger": ({ leaseId }) => ({ leaseId }),
  "rent.createLease": ({ unitId }) => ({
    unitId,
    startsOn: "2026-11-15",
    rent: "1450.00",
    timeZone: "America/Chicago",
    tenants: [{ name: "Ada Quill", email: "ada.quill@example.com" }],
  }),
  "rent.changeLease": ({ leaseId, leaseSeenAt }) => ({ leaseId, effectiveFrom: "2191-01-01", rent: "1500.00", seenAt: leaseSeenAt }),
  "rent.termsToSign": ({ leaseId, termsId }) => ({ leaseId, termsId }),
  "rent.signTerms": ({ leaseId, termsId }) => ({
    leaseId,
    termsId,
    walletAddress: `0x${"1".repeat(40)}`,
    signature: `0x${"1".repeat(130)}`,
  }),
  "rent.endLease": ({ leaseId, leaseSeenAt }) => ({ leaseId, endsOn: "2190-06-30", seenAt: leaseSeenAt }),
  "rent.addCharge": ({ leaseId }) => ({ leaseId, kind: "repair", description: "A new lock", amount: "60.00", dueOn: "2026-11-30" }),
  "rent.remind": ({ leaseId }) => ({ leaseId }),
  "rent.reminderRule": () => undefined,
  "rent.setReminderRule": () => ({ daysBefore: 5, onDueDay: true, daysLate: 3 }),
  "rent.checkCharges": () => ({ csv: "Property,Unit,Kind,What for,Amount,Due\nJuniper Court,4B,Repair,A new lock,60.00,2026-11-30\n" }),
  "rent.addCharges": () => ({ csv: "Property,Unit,Kind,What for,Amount,Due\nJuniper Court,4B,Repair,A new lock,60.00,2026-11-30\n" }),
  "rent.voidCharge": ({ chargeId }) => ({ chargeId, reason: "Charged twice" }),
  "rent.addCredit": ({ leaseId }) => ({ leaseId, kind: "outside", amount: "20.00", on: "2026-11-02", note: "By cheque" }),
  "rent.reverseCredit": ({ creditId }) => ({ creditId, reason: "The cheque bounced" }),
  "rent.tenantsForAdmin": ({ merchantId }) => ({ merchantId }),
  "rent.leasesForAdmin": () => ({ search: "Juniper" }),
  "rent.leaseForAdmin": ({ leaseId }) => ({ leaseId }),
  "rent.ledgerForAdmin": ({ leaseId }) => ({ leaseId }),
  "records.create": ({ leaseId }) => ({
    leaseId,
    startDate: "2000-01-01",
    endDate: "2199-12-31",
    showTenant: true,
    showLandlord: true,
    showPlace: true,
    allCharges: true,
  }),
  "records.list": ({ leaseId }) => ({ leaseId }),
  "records.withdraw": ({ recordId }) => ({ recordId }),
  "records.shared": ({ recordReference }) => ({ reference: recordReference }),
  "records.receipt": ({ paidId }) => ({ paymentId: paidId }),
  "requests.create": () => ({
    name: "Ada Quill",
    email: `ada.quill.${nextNumber()}@example.com`,
    amount: "60.00",
    description: "Parking",
    dueOn: "2026-12-01",
    outsideId: `order-${nextNumber()}`,
    metadata: { floor: "2" },
    returnUrl: "https://shop.example/orders/7",
  }),
  "requests.list": () => ({}),
  "requests.get": ({ requestId }) => ({ requestId }),
  "requests.withdraw": ({ requestId }) => ({ requestId }),
  "requests.remind": ({ requestId }) => ({ requestId }),
  "requests.bill": ({ billReference }) => ({ reference: billReference }),
  "payments.payBill": ({ billReference }) => ({ reference: billReference }),
  "wallet.status": () => undefined,
  "wallet.address": () => undefined,
  "wallet.balance": () => undefined,
  "wallet.challenge": () => ({ address: newAddress() }),
  "wallet.prove": () => ({ message: "nothing that was asked", signature }),
  "wallet.update": () => ({ walletAddress: newAddress() }),
  "wallet.saveSmart": () => ({ smartWalletAddress: newAddress() }),
};
