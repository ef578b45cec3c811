import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const leaving = `${features}/account/leaving.int.test.ts`;
const payoutChange = `${features}/merchant/business/payout-change.int.test.ts`;
const restored = `${features}/operations/restored.int.test.ts`;
const closing = `${features}/account/closing.repo.ts`;

/** Defects in closing accounts, handing over, suspending and restoring. */
export const leavingDefects: Defect[] = [
  {
    name: "a business closes while its payments can still be disputed",
    file: closing,
    find: 'return paidAt === null ? obstacles : [...obstacles, { code: "disputablePayment", until: disputeWindowEnd(paidAt) }];',
    plant: "return obstacles;",
    test: leaving,
  },
  {
    name: "a dispute is filed with a business that has closed",
    file: "packages/domain/src/disputes/rules.ts",
    find: "return refusals.cancelled;\n  if (payment.disputableCents === 0) return refusals.nothingLeft;\n  if (payment.isBusinessClosed) return refusals.businessClosed;",
    plant: "return refusals.cancelled;\n  if (payment.disputableCents === 0) return refusals.nothingLeft;",
    test: leaving,
  },
  {
    name: "a refund is approved that a closed business can never send",
    file: "packages/domain/src/disputes/rules.ts",
    find: "return isBusinessClosed ? refusals.closedCannotRefund : null;",
    plant: "return null;",
    test: leaving,
  },
  {
    name: "a payer can never leave because a closed business owes a refund",
    file: closing,
    find: '["refundOwed", () => ofPayer(and(isRefundOwed, isOfLiving))],',
    plant: '["refundOwed", () => ofPayer(isRefundOwed)],',
    test: leaving,
  },
  {
    name: "a payer leaves without naming the wallet that a refund waits for",
    file: closing,
    find: '["refundWalletAsked", () => listAsked({ db }, { userId })],',
    plant: "",
    test: leaving,
  },
  {
    name: "somebody who has closed the account is asked for a wallet",
    file: `${features}/refunds/refund-destinations.repo.ts`,
    find: "return row !== undefined && row.closedAt !== null;",
    plant: "return row === undefined;",
    test: leaving,
  },
  {
    name: "a business closes while a lease that has ended still owes",
    file: closing,
    find: '["unsettledLease", () => findTenancy(db, { merchantId, state: "unsettled", now })],',
    plant: "",
    test: leaving,
  },
  {
    name: "the payout wallet of a closed business stays its own for ever",
    file: `${features}/account/close-account.service.ts`,
    find: 'await changePayee(tx, { merchantId, address: "", actorId: userId, now, origin });',
    plant: "void [changePayee, origin];",
    test: leaving,
  },
  {
    name: "the staff of a business are signed out by its closing without a word",
    file: `${features}/account/close-account.service.ts`,
    find: "await notify(tx, { userIds, key: `business-closed:${merchantId}`, event, now });",
    plant: "void [notify, event];",
    test: leaving,
  },
  {
    name: "a change of the payout wallet goes through as soon as its suspended owner is active again",
    file: `${features}/admin/people/users.service.ts`,
    find: "if (business !== null) await restartWaitingChange(deps, tx, business.id);",
    plant: "void [business, restartWaitingChange];",
    test: payoutChange,
  },
  {
    name: "a landlord is not told that a change of the payout wallet was stopped",
    file: `${features}/merchant/business/payout-change.service.ts`,
    find: "await tellPayoutStopped(tx, { changeId: id, merchantId, address, actorId, now });",
    plant: "void tellPayoutStopped;",
    test: payoutChange,
  },
  {
    name: "an exchange access that was taken back there stays connected here",
    file: `${features}/exchange/access-token.ts`,
    find: "new ProviderRefused(error.message, 401, { cause: error })",
    plant: "new ProviderRefused(error.message, error.status, { cause: error })",
    test: `${features}/exchange/exchange.int.test.ts`,
  },
  {
    name: "an alarm that was raised while there was no administrator is told to nobody",
    file: `${features}/alarms/alarms.repo.ts`,
    find: "toldAt: hasAdmin ? now : null",
    plant: "toldAt: hasAdmin ? now : now",
    test: `${features}/alarms/alarms.int.test.ts`,
  },
  {
    name: "a business is handed to somebody who has just come in",
    file: `${features}/account/hand-over.service.ts`,
    find: "handOverDays * 86_400_000",
    plant: "0 * 86_400_000",
    test: leaving,
  },
  {
    name: "who hands a business over is put out of it",
    file: `${features}/account/hand-over.service.ts`,
    find: "await insertFormerOwner(tx, { merchantId, userId: actor.userId, email: account.email, invitedBy: heir.id, now });",
    plant: "void insertFormerOwner;",
    test: leaving,
  },
  {
    name: "sessions of an earlier moment are open again once it is brought back",
    file: `${features}/operations/restored.repo.ts`,
    find: "tx.update(sessions).set({ revokedAt: now }).where(isNull(sessions.revokedAt))",
    plant: "tx.update(sessions).set({ revokedAt: now }).where(isNotNull(sessions.revokedAt))",
    test: restored,
  },
  {
    name: "emails of an earlier moment are sent a second time once it is brought back",
    file: "packages/db/src/held-back.ts",
    find: 'or (${mails.createdAt} >= ${heldSince("mails")} and',
    plant: "or (${mails.createdAt} is not null and",
    test: restored,
  },
  {
    name: "a stopped change of a payout wallet is made once an earlier moment is brought back",
    file: `${features}/merchant/business/payout-changes.repo.ts`,
    find: 'isNotHeldBack("changes", payeeChanges.requestedAt),',
    plant: "",
    test: restored,
  },
  {
    name: "a stopped scheduled payment is sent once an earlier moment is brought back",
    file: `${features}/autopay/cheques.repo.ts`,
    find: 'or(eq(cheques.status, "sent"), isNotHeldBack("payments", cheques.signedAt))',
    plant: 'or(eq(cheques.status, "sent"), isNotNull(cheques.signedAt))',
    test: restored,
  },
  {
    name: "a server does not notice that its database went back",
    file: `${features}/operations/restored.service.ts`,
    find: "(before === null || before === place)",
    plant: "(before === null || before !== null)",
    test: restored,
  },
  {
    name: "an invitation beyond the first page can be neither seen nor taken back",
    file: `${features}/rent/invitations/invitations.repo.ts`,
    find: "isAfter(tenantInvitations.createdAt, tenantInvitations.id, before),",
    plant: "isAfter(tenantInvitations.createdAt, tenantInvitations.id, undefined),",
    test: `${features}/rent/invitations/invitations.int.test.ts`,
  },
  {
    name: "who enrolled this month is not named beyond the first page",
    file: `${features}/merchant/dashboard/dashboard.repo.ts`,
    find: "where ${isBehind} order by",
    plant: "where (${isBehind} or true) order by",
    test: `${features}/merchant/business/merchant-area.int.test.ts`,
  },
];
