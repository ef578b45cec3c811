import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const leaving = `${features}/account/leaving.int.test.ts`;
const payoutChange = `${features}/merchant/business/payout-change.int.test.ts`;
const restored = `${features}/operations/restored.int.test.ts`;
const closing = `${features}/account/closing.repo.ts`;

/** Defects in closing accounts, handing over, suspending and restoring. */
export const leavingDefects: Defect[] = [
  {
    name: "closes a business whose payments can still be disputed",
    file: closing,
    find: 'return paidAt === null ? obstacles : [...obstacles, { code: "disputablePayment", until: disputeWindowEnd(paidAt) }];',
    plant: "return obstacles;",
    test: leaving,
  },
  {
    name: "accepts a dispute with a closed business",
    file: "packages/domain/src/disputes/rules.ts",
    find: "return refusals.cancelled;\n  if (payment.disputableCents === 0) return refusals.nothingLeft;\n  if (payment.isBusinessClosed) return refusals.businessClosed;",
    plant: "return refusals.cancelled;\n  if (payment.disputableCents === 0) return refusals.nothingLeft;",
    test: leaving,
  },
  {
    name: "approves a refund that a closed business cannot send",
    file: "packages/domain/src/disputes/rules.ts",
    find: "return isBusinessClosed ? refusals.closedCannotRefund : null;",
    plant: "return null;",
    test: leaving,
  },
  {
    name: "blocks a payer from closing the account because a closed business owes a refund",
    file: closing,
    find: '["refundOwed", () => ofPayer(and(isRefundOwed, isOfLiving))],',
    plant: '["refundOwed", () => ofPayer(isRefundOwed)],',
    test: leaving,
  },
  {
    name: "closes a payer's account without a wallet for a pending refund",
    file: closing,
    find: '["refundWalletAsked", () => listAsked({ db }, { userId })],',
    plant: "",
    test: leaving,
  },
  {
    name: "asks a closed account for a wallet",
    file: `${features}/refunds/refund-destinations.repo.ts`,
    find: "return row !== undefined && row.closedAt !== null;",
    plant: "return row === undefined;",
    test: leaving,
  },
  {
    name: "closes a business while an ended lease has a balance",
    file: closing,
    find: '["unsettledLease", () => findTenancy(db, { merchantId, state: "unsettled", now })],',
    plant: "",
    test: leaving,
  },
  {
    name: "never frees the payout wallet of a closed business",
    file: `${features}/account/close-account.service.ts`,
    find: 'await changePayee(tx, { merchantId, address: "", actorId: userId, now, origin });',
    plant: "void [changePayee, origin];",
    test: leaving,
  },
  {
    name: "signs out the staff of a closed business without notifying them",
    file: `${features}/account/close-account.service.ts`,
    find: "await notify(tx, { userIds, key: `business-closed:${merchantId}`, event, now });",
    plant: "void [notify, event];",
    test: leaving,
  },
  {
    name: "applies a payout wallet change as soon as its suspended owner is active again",
    file: `${features}/admin/people/users.service.ts`,
    find: "if (business !== null) await restartWaitingChange(deps, tx, business.id);",
    plant: "void [business, restartWaitingChange];",
    test: payoutChange,
  },
  {
    name: "does not notify a landlord of a cancelled payout wallet change",
    file: `${features}/merchant/business/payout-change.service.ts`,
    find: "await tellPayoutStopped(tx, { changeId: id, merchantId, address, actorId, now });",
    plant: "void tellPayoutStopped;",
    test: payoutChange,
  },
  {
    name: "keeps an account connected whose access was revoked at the exchange",
    file: `${features}/exchange/access-token.ts`,
    find: "new ProviderRefused(error.message, 401, { cause: error })",
    plant: "new ProviderRefused(error.message, error.status, { cause: error })",
    test: `${features}/exchange/exchange.int.test.ts`,
  },
  {
    name: "never sends an alarm that was raised while there was no administrator",
    file: `${features}/alarms/alarms.repo.ts`,
    find: "toldAt: hasAdmin ? now : null",
    plant: "toldAt: hasAdmin ? now : now",
    test: `${features}/alarms/alarms.int.test.ts`,
  },
  {
    name: "hands a business over to somebody who has just joined",
    file: `${features}/account/hand-over.service.ts`,
    find: "handOverDays * 86_400_000",
    plant: "0 * 86_400_000",
    test: leaving,
  },
  {
    name: "removes the former owner from a business that was handed over",
    file: `${features}/account/hand-over.service.ts`,
    find: "await insertFormerOwner(tx, { merchantId, userId: actor.userId, email: account.email, invitedBy: heir.id, now });",
    plant: "void insertFormerOwner;",
    test: leaving,
  },
  {
    name: "reopens old sessions after a restore",
    file: `${features}/operations/restored.repo.ts`,
    find: "tx.update(sessions).set({ revokedAt: now }).where(isNull(sessions.revokedAt))",
    plant: "tx.update(sessions).set({ revokedAt: now }).where(isNotNull(sessions.revokedAt))",
    test: restored,
  },
  {
    name: "sends emails a second time after a restore",
    file: "packages/db/src/held-back.ts",
    find: 'or (${mails.createdAt} >= ${heldSince("mails")} and',
    plant: "or (${mails.createdAt} is not null and",
    test: restored,
  },
  {
    name: "applies a cancelled payout wallet change after a restore",
    file: `${features}/merchant/business/payout-changes.repo.ts`,
    find: 'isNotHeldBack("changes", payeeChanges.requestedAt),',
    plant: "",
    test: restored,
  },
  {
    name: "sends a stopped scheduled payment after a restore",
    file: `${features}/autopay/cheques.repo.ts`,
    find: 'or(eq(cheques.status, "sent"), isNotHeldBack("payments", cheques.signedAt))',
    plant: 'or(eq(cheques.status, "sent"), isNotNull(cheques.signedAt))',
    test: restored,
  },
  {
    name: "does not notice a restored database",
    file: `${features}/operations/restored.service.ts`,
    find: "(before === null || before === place)",
    plant: "(before === null || before !== null)",
    test: restored,
  },
  {
    name: "hides invitations beyond the first page",
    file: `${features}/rent/invitations/invitations.repo.ts`,
    find: "isAfter(tenantInvitations.createdAt, tenantInvitations.id, before),",
    plant: "isAfter(tenantInvitations.createdAt, tenantInvitations.id, undefined),",
    test: `${features}/rent/invitations/invitations.int.test.ts`,
  },
  {
    name: "omits this month's enrollments beyond the first page",
    file: `${features}/merchant/dashboard/dashboard.repo.ts`,
    find: "where ${isBehind} order by",
    plant: "where (${isBehind} or true) order by",
    test: `${features}/merchant/business/merchant-area.int.test.ts`,
  },
];
