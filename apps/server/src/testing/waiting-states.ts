import type { Database } from "@hearth/db/client";
import type * as tables from "@hearth/db/schema";
import { makeExchangeAccount, makeExchangeLink } from "@hearth/db/testing/exchange-factories";
import { makePayeeChange, makeSession, makeStaff, makeWallet, makeWalletChallenge } from "@hearth/db/testing/factories";
import { makeAccountToken, makeMail } from "@hearth/db/testing/notice-factories";
import { makePayment, makeRefund, makeRefundDestination, makeTransfer, makeTransferClaim } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeCheque, makeLease, makeRentRecord, makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { makePasskeyChallenge, makeSignInChallenge } from "@hearth/db/testing/second-factor-factories";
import type { ClosingObstacle } from "@hearth/domain/account/closing";
import { type SQL, sql } from "drizzle-orm";

/** A business, its owner, and somebody who has paid it. */
export interface LeavingWorld {
  db: Database;
  now: Date;
  merchantId: string;
  ownerId: string;
  payerId: string;
  payeeId: string;
}

/** What becomes of a state that somebody waits for. `ends` and `held` are tried; any other text says why nothing has to happen. */
interface Fate {
  /** Makes one row in that state; left out where nobody waits for it. */
  make?(world: LeavingWorld): Promise<unknown>;
  /** Counts the rows in that state. */
  open?: SQL;
  /** What keeps the payer, or the owner and their business, from closing; `ends` where closing ends the state. */
  payerCloses?: ClosingObstacle | "ends";
  ownerCloses?: ClosingObstacle | "ends";
  /** `frozen`: waits while the business is suspended. */
  suspended: string;
  /** `ends` with the restored moment, or `held` until an operator releases it. */
  restored: string;
}

const goesOn = "goes on: what is on its way is credited, and disputes and refunds are answered (R52)";
const asItWas = "as it was at that moment; people are told";
const chain = "read again from the chain";
const nobody = "nobody waits for it";
const technical = (why: string): Fate => ({ suspended: `${nobody}: ${why}`, restored: `${nobody}: ${why}` });

type TableName = keyof typeof tables;
const count = (from: SQL) => sql`select count(*)::int as n from ${from}`;
const paid = (world: LeavingWorld) =>
  makePayment(world.db, { merchantId: world.merchantId, consumerId: world.payerId, status: "completed", amountCents: 145_000 });
const lease = (world: LeavingWorld) =>
  makeLease(world.db, { merchantId: world.merchantId, createdBy: world.ownerId, tenantId: world.payerId });

/** Each table that has a column which tells a state, with what closing, suspending and restoring do to it. */
export const waitingStates: Partial<Record<TableName, Fate>> = {
  accountTokens: {
    make: ({ db, payerId }) => makeAccountToken(db, { userId: payerId }),
    open: count(sql`account_tokens where ended_at is null`),
    payerCloses: "ends",
    suspended: "goes on: it proves an email and no more",
    restored: "ends",
  },
  alarms: { suspended: `${nobody}: operators alone`, restored: "raised again while it lasts" },
  alarmSilences: technical("operators alone"),
  alarmWebhooks: { suspended: `${nobody}: operators alone`, restored: "told once more, with the same id" },
  chainCursors: technical("the watcher's own"),
  charges: { suspended: goesOn, restored: asItWas },
  cheques: {
    make: async (world) => {
      const about = { leaseId: (await lease(world)).id, payerId: world.payerId, payeeId: world.payeeId };
      const ready = { status: "ready", encryptedSignature: "signed", nextLookAt: world.now, signedAt: world.now } as const;
      await makeCheque(world.db, { ...about, ...ready });
    },
    open: count(sql`cheques where status = 'ready'`),
    payerCloses: "ends",
    ownerCloses: "openLease",
    suspended: "postponed until the business is active (send-cheques)",
    restored: "held",
  },
  disputes: {
    make: async (world) => makeDispute(world.db, { paymentId: (await paid(world)).id, amountCents: 5_000 }),
    open: count(sql`disputes where status = 'open'`),
    payerCloses: "openDispute",
    ownerCloses: "openBusinessDispute",
    suspended: goesOn,
    restored: asItWas,
  },
  enrollments: technical("a choice that changes at once"),
  exchangeAccounts: {
    make: ({ db, payerId }) => makeExchangeAccount(db, { userId: payerId }),
    open: count(sql`exchange_accounts where ended_at is null`),
    payerCloses: "ends",
    suspended: `${nobody}: the account's own`,
    restored: "ends at its next use where it was taken back at the exchange",
  },
  exchangeLinks: {
    make: async ({ db, payerId }) => makeExchangeLink(db, { userId: payerId, sessionId: (await makeSession(db, { userId: payerId })).id }),
    open: count(sql`exchange_links where used_at is null`),
    payerCloses: "ends",
    suspended: `${nobody}: the account's own`,
    restored: "ends",
  },
  knownDevices: technical("what a browser is known by"),
  lateFeeDays: technical("written once"),
  leases: {
    make: lease,
    open: count(sql`leases where undone_at is null and ends_on is null`),
    ownerCloses: "openLease",
    suspended: goesOn,
    restored: asItWas,
  },
  leaseTenants: { suspended: goesOn, restored: asItWas },
  mails: {
    make: ({ db, payerId, now }) => makeMail(db, { userId: payerId, createdAt: now, nextTryAt: now }),
    open: count(sql`mails where status = 'waiting' and user_id is not null`),
    payerCloses: "ends",
    suspended: "goes on: it tells what has happened",
    restored: "held",
  },
  merchantStaff: {
    make: ({ db, merchantId, ownerId }) => makeStaff(db, { merchantId, invitedBy: ownerId }),
    open: count(sql`merchant_staff where ended_at is null`),
    ownerCloses: "ends",
    suspended: "their sessions end; what they are stays",
    restored: "ends",
  },
  merchants: { suspended: "its own state", restored: asItWas },
  monthCloses: technical("a business's own books"),
  onrampOrders: { suspended: goesOn, restored: "asked for again at the provider" },
  passkeyChallenges: {
    make: ({ db, payerId }) => makePasskeyChallenge(db, { userId: payerId, purpose: "prove" }),
    open: count(sql`passkey_challenges`),
    payerCloses: "ends",
    suspended: `${nobody}: minutes old at most`,
    restored: "ends",
  },
  passkeys: technical("deleted at once"),
  payeeChanges: {
    make: ({ db, merchantId, ownerId, now }) =>
      makePayeeChange(db, { merchantId, requestedBy: ownerId, requestedAt: now, takesEffectAt: now }),
    open: count(sql`payee_changes where applied_at is null and stopped_at is null`),
    ownerCloses: "payoutChange",
    suspended: "frozen",
    restored: "held",
  },
  payees: {
    make: () => Promise.resolve(),
    open: count(sql`payees where ended_at is null`),
    ownerCloses: "ends",
    suspended: "stays: nothing new is paid there",
    restored: asItWas,
  },
  paymentRequests: {
    make: ({ db, merchantId, ownerId }) => makePaymentRequest(db, { merchantId, createdBy: ownerId }),
    open: count(sql`payment_requests where paid_at is null and withdrawn_at is null`),
    ownerCloses: "openRequest",
    suspended: "its page says that the business cannot be paid",
    restored: asItWas,
  },
  paymentStops: technical("kept by a trigger"),
  payments: {
    make: ({ db, merchantId, payerId }) => makePayment(db, { merchantId, consumerId: payerId, status: "pending" }),
    open: count(sql`payments where status = 'pending'`),
    payerCloses: "openPayment",
    ownerCloses: "openBusinessPayment",
    suspended: goesOn,
    restored: chain,
  },
  recoveryCodes: { suspended: `${nobody}: the account's own`, restored: asItWas },
  refundDestinations: {
    make: async (world) => {
      const payment = await paid(world);
      await world.db.execute(sql`update transfers set bound_by = 'onramp' where payment_id = ${payment.id}`);
      const asked = { requestedAt: world.now, requestedBy: world.ownerId, requestedCents: 500 };
      const unnamed = { address: null, namedAt: null, confirmedBy: null };
      await makeRefundDestination(world.db, { paymentId: payment.id, payerId: world.payerId, ...asked, ...unnamed });
    },
    open: count(sql`refund_destinations where address is null`),
    payerCloses: "refundWalletAsked",
    ownerCloses: "disputablePayment",
    suspended: goesOn,
    restored: asItWas,
  },
  refunds: {
    make: async (world) =>
      makeRefund(world.db, { paymentId: (await paid(world)).id, merchantId: world.merchantId, createdBy: world.ownerId }),
    open: count(sql`refunds where status = 'open'`),
    ownerCloses: "businessRefundOwed",
    suspended: goesOn,
    restored: chain,
  },
  relays: { suspended: goesOn, restored: "runs out ten minutes after it was signed; the chain takes it once" },
  relayTransactions: { suspended: `${nobody}: the relayer's own`, restored: chain },
  rentRecords: {
    make: async (world) => makeRentRecord(world.db, { leaseId: (await lease(world)).id, userId: world.payerId }),
    open: count(sql`rent_records where withdrawn_at is null`),
    payerCloses: "ends",
    suspended: "goes on: it says what was paid",
    restored: asItWas,
  },
  rentReminders: { suspended: goesOn, restored: "held" },
  restores: technical("operators alone"),
  sessions: {
    make: ({ db, payerId }) => makeSession(db, { userId: payerId }),
    open: count(sql`sessions where revoked_at is null`),
    payerCloses: "ends",
    suspended: "end with the business's suspension (staff.int.test)",
    restored: "ends",
  },
  setAside: technical("background work's own"),
  signInChallenges: {
    make: ({ db, payerId }) => makeSignInChallenge(db, { userId: payerId }),
    open: count(sql`sign_in_challenges`),
    payerCloses: "ends",
    suspended: `${nobody}: minutes old at most`,
    restored: "ends",
  },
  stateChecks: technical("operators alone"),
  tenantInvitations: {
    make: ({ db, merchantId, ownerId }) => makeTenantInvitation(db, { merchantId, invitedBy: ownerId }),
    open: count(sql`tenant_invitations where invite_hash is not null`),
    ownerCloses: "ends",
    suspended: "goes on: who follows it cannot pay yet",
    restored: "ends",
  },
  topUps: { suspended: goesOn, restored: chain },
  transferClaims: {
    make: async (world) => makeTransferClaim(world.db, { paymentId: (await paid(world)).id, payerId: world.payerId }),
    open: count(sql`transfer_claims where status = 'open'`),
    payerCloses: "openClaim",
    suspended: goesOn,
    restored: asItWas,
  },
  transfers: {
    make: ({ db, merchantId }) => makeTransfer(db, { merchantId, verdict: "unmatched" }),
    open: count(sql`transfers where payment_id is null and set_aside_at is null`),
    ownerCloses: "unmatchedMoney",
    suspended: goesOn,
    restored: chain,
  },
  users: { suspended: "its own state", restored: asItWas },
  walletChallenges: {
    make: ({ db, payerId }) => makeWalletChallenge(db, { userId: payerId }),
    open: count(sql`wallet_challenges`),
    payerCloses: "ends",
    suspended: `${nobody}: minutes old at most`,
    restored: "ends",
  },
  wallets: {
    make: ({ db, payerId }) => makeWallet(db, { userId: payerId }),
    open: count(sql`wallets where unlinked_at is null and kind = 'external'`),
    payerCloses: "ends",
    suspended: `${nobody}: the account's own`,
    restored: asItWas,
  },
};
