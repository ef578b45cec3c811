import type { Database } from "@hearth/db/client";
import type * as tables from "@hearth/db/schema";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { users } from "@hearth/db/schema/users";
import { makeExchangeAccount, makeExchangeLink, makeOnrampOrder } from "@hearth/db/testing/exchange-factories";
import { makePayeeChange, makeSession, makeStaff, makeWallet, makeWalletChallenge } from "@hearth/db/testing/factories";
import { makeAccountToken, makeMail } from "@hearth/db/testing/notice-factories";
import {
  makePayment,
  makeRefund,
  makeRefundDestination,
  makeRelay,
  makeTopUp,
  makeTransfer,
  makeTransferClaim,
} from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import {
  makeCharge,
  makeScheduledPayment,
  makeLease,
  makeLeaseTenant,
  makeRentRecord,
  makeTenantInvitation,
} from "@hearth/db/testing/rent-factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { makePasskeyChallenge, makeSignInChallenge } from "@hearth/db/testing/second-factor-factories";
import type { ClosingObstacle } from "@hearth/domain/account/closing";
import { publicId } from "@hearth/domain/ids";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { createMailToken, hashToken } from "../features/auth/sessions/tokens.ts";
import { applyDueChanges } from "../features/merchant-area/business/payout-change.service.ts";
import type { Harness } from "./harness.ts";

/** A business, its owner, and a payer with a completed payment. */
export interface LeavingWorld {
  harness: Harness;
  db: Database;
  now: Date;
  merchantId: string;
  ownerId: string;
  payerId: string;
  payeeId: string;
}

/** The parties of a state that can be suspended. */
export const suspendable = ["business", "owner", "payer"] as const;
export type Suspendable = (typeof suspendable)[number];

/** Advances the state like the party or job that it waits for. Rejects or returns 0 if nothing happens. */
type Move = () => Promise<unknown>;

/** A row in a waiting state, and how it advances. */
interface Waiting {
  /** Makes one row in the state and returns its move, or null where only the chain or a provider advances it. */
  make(world: LeavingWorld): Promise<Move | null>;
  /** The parties whose suspension stops it. No other suspension does. */
  waitsFor: readonly Suspendable[];
  /** Hours that it waits again after they are activated. Omitted if it continues immediately. */
  waitsAnewHours?: number;
}

/**
 * The expected effects of closing, suspending and restoring on a waiting state. Every row that can be made is tried:
 * - through closing, where `payerCloses` or `ownerCloses` is set;
 * - through suspending and activating, by `waitsFor` and `endsWith`;
 * - through restoring, where it `ends` or is `held`. Other texts explain why nothing happens.
 */
interface Fate extends Partial<Waiting> {
  /** Counts the rows in that state. */
  open?: SQL;
  /** The reason for which the payer, or the owner with their business, cannot close; `ends` where closing ends the state. */
  payerCloses?: ClosingObstacle | "ends";
  ownerCloses?: ClosingObstacle | "ends";
  /** The party whose suspension ends it permanently. */
  endsWith?: Suspendable;
  suspended: string;
  /** `ends` with the restored moment, or `held` until an operator releases it. */
  restored: string;
}

const goesOn = "goes on: what is on its way is credited, and disputes and refunds are answered (R52)";
const asItWas = "as it was at that moment; people are told";
const bookWaits = "waits: a suspended business changes nothing in its books (R52)";
const chain = "read again from the chain";
const nobody = "no one waits for it";
const technical = (why: string): Fate => ({ suspended: `${nobody}: ${why}`, restored: `${nobody}: ${why}` });

/** Rows that nobody moves on by hand. */
const still = (make: (world: LeavingWorld) => Promise<unknown>): Waiting => ({
  make: async (world) => {
    await make(world);
    return null;
  },
  waitsFor: [],
});
/**
 * Rows that go on when the payer, the owner or the landlord does something, which nobody does while their account is suspended. The landlord is
 * the owner acting for the business, which changes nothing while it is suspended either.
 */
const movedBy = <Row>(
  who: "payer" | "owner" | "landlord",
  make: (world: LeavingWorld) => Promise<Row>,
  move: (call: Caller, row: Row) => Promise<unknown>,
): Waiting => ({
  make: async (world) => {
    const made = await make(world);
    const { harness, payerId, ownerId } = world;
    return async () => move(harness.caller(await harness.signIn(who === "payer" ? payerId : ownerId)), made);
  },
  waitsFor: who === "landlord" ? ["owner", "business"] : [who],
});
type Caller = ReturnType<Harness["caller"]>;

type TableName = keyof typeof tables;
const count = (from: SQL) => sql`select count(*)::int as n from ${from}`;
const paid = (world: LeavingWorld) =>
  makePayment(world.db, { merchantId: world.merchantId, consumerId: world.payerId, status: "completed", amountCents: 145_000 });
const lease = (world: LeavingWorld) =>
  makeLease(world.db, { merchantId: world.merchantId, createdBy: world.ownerId, tenantId: world.payerId });

/** Each table that has a column which tells a state, with what closing, suspending and restoring do to it. */
export const waitingStates: Partial<Record<TableName, Fate>> = {
  accountTokens: {
    make: async ({ harness, db, payerId }) => {
      const token = createMailToken();
      const [payer] = await db.select({ email: users.email }).from(users).where(eq(users.id, payerId));
      await makeAccountToken(db, { userId: payerId, tokenHash: hashToken(token), ...payer });
      return () => harness.caller().auth.confirmEmail({ token });
    },
    waitsFor: ["payer"],
    open: count(sql`account_tokens where ended_at is null`),
    payerCloses: "ends",
    suspended: "a suspended account's links open nothing, and open again once it is active",
    restored: "ends",
  },
  alarms: { suspended: `${nobody}: operators alone`, restored: "raised again while it lasts" },
  alarmSilences: technical("operators alone"),
  alarmWebhooks: { suspended: `${nobody}: operators alone`, restored: "told once more, with the same id" },
  chainCursors: technical("the watcher's own"),
  charges: {
    ...movedBy(
      "landlord",
      async (world) => makeCharge(world.db, { leaseId: (await lease(world)).id }),
      ({ rent }, { id }) => rent.voidCharge({ chargeId: publicId("charge", id), reason: "A mistake" }),
    ),
    open: count(sql`charges where voided_at is null`),
    suspended: bookWaits,
    restored: asItWas,
  },
  scheduledPayments: {
    ...movedBy(
      "payer",
      async (world) => {
        const about = { leaseId: (await lease(world)).id, payerId: world.payerId, payeeId: world.payeeId };
        const ready = { status: "ready", encryptedSignature: "signed", nextLookAt: world.now, signedAt: world.now } as const;
        return makeScheduledPayment(world.db, { ...about, ...ready });
      },
      ({ autopay }, { leaseId }) => autopay.stop({ leaseId: publicId("lease", leaseId) }),
    ),
    open: count(sql`cheques where status = 'ready'`),
    payerCloses: "ends",
    ownerCloses: "openLease",
    suspended: "its payer stops it; sending it is postponed until business and payer are active (leaving-payer.int.test)",
    restored: "held",
  },
  disputes: {
    ...movedBy(
      "payer",
      async (world) => makeDispute(world.db, { paymentId: (await paid(world)).id, amountCents: 5_000 }),
      ({ disputes }, { id }) => disputes.cancel({ disputeId: publicId("dispute", id) }),
    ),
    open: count(sql`disputes where status = 'open'`),
    payerCloses: "openDispute",
    ownerCloses: "openBusinessDispute",
    suspended: goesOn,
    restored: asItWas,
  },
  enrollments: technical("a choice that changes at once"),
  exchangeAccounts: {
    ...still(({ db, payerId }) => makeExchangeAccount(db, { userId: payerId })),
    open: count(sql`exchange_accounts where ended_at is null`),
    payerCloses: "ends",
    suspended: `${nobody}: the account's own`,
    restored: "ends at its next use where it was taken back at the exchange",
  },
  exchangeLinks: {
    ...still(async ({ db, payerId }) =>
      makeExchangeLink(db, { userId: payerId, sessionId: (await makeSession(db, { userId: payerId })).id }),
    ),
    open: count(sql`exchange_links where used_at is null`),
    payerCloses: "ends",
    suspended: `${nobody}: the account's own`,
    restored: "ends",
  },
  knownDevices: technical("what a browser is known by"),
  lateFeeDays: technical("written once"),
  leaseNames: technical("follow the lease"),
  leases: {
    ...movedBy("landlord", lease, ({ rent }, { id, updatedAt }) =>
      rent.undoLease({ leaseId: publicId("lease", id), reason: "A mistake", seenAt: updatedAt.toISOString() }),
    ),
    open: count(sql`leases where undone_at is null and ends_on is null`),
    ownerCloses: "openLease",
    suspended: bookWaits,
    restored: asItWas,
  },
  leaseTenants: {
    ...movedBy(
      "landlord",
      async (world) => makeLeaseTenant(world.db, { leaseId: (await lease(world)).id }),
      ({ rent }, { id, leaseId }) =>
        rent.moveTenantOut({ leaseId: publicId("lease", leaseId), tenantId: publicId("leaseTenant", id), movedOutOn: "2026-01-31" }),
    ),
    open: count(sql`lease_tenants where joined_at is null and ended_at is null`),
    suspended: bookWaits,
    restored: asItWas,
  },
  mails: {
    ...still(({ db, payerId, now }) => makeMail(db, { userId: payerId, createdAt: now, nextTryAt: now })),
    open: count(sql`mails where status = 'waiting' and user_id is not null`),
    payerCloses: "ends",
    suspended: "goes on: it tells what has happened",
    restored: "held",
  },
  merchantStaff: {
    ...movedBy(
      "landlord",
      ({ db, merchantId, ownerId }) => makeStaff(db, { merchantId, invitedBy: ownerId }),
      ({ staff }, { id }) => staff.remove({ staffId: publicId("staff", id) }),
    ),
    open: count(sql`merchant_staff where ended_at is null`),
    ownerCloses: "ends",
    suspended: "their sessions end; what they are stays",
    restored: "ends",
  },
  merchants: { suspended: "its own state", restored: asItWas },
  monthCloses: technical("a business's own books"),
  onrampOrders: {
    ...still(async ({ db, merchantId, payerId }) => {
      const { id } = await makePayment(db, { merchantId, consumerId: payerId, status: "pending" });
      await makeOnrampOrder(db, { paymentId: id });
    }),
    open: count(sql`onramp_orders where state = 'pending'`),
    suspended: goesOn,
    restored: "asked for again at the provider",
  },
  passkeyChallenges: {
    ...still(({ db, payerId }) => makePasskeyChallenge(db, { userId: payerId, purpose: "prove" })),
    open: count(sql`passkey_challenges`),
    payerCloses: "ends",
    suspended: `${nobody}: minutes old at most`,
    restored: "ends",
  },
  passkeyWalletPasskeys: technical("removed at once"),
  passkeyWallets: technical("usable at once"),
  passkeys: technical("deleted at once"),
  payeeCards: technical("a card is valid when it is stored"),
  payeeChanges: {
    make: async ({ harness: { deps }, db, merchantId, ownerId, now }) => {
      await makePayeeChange(db, { merchantId, requestedBy: ownerId, requestedAt: now, takesEffectAt: now });
      return async () => {
        await applyDueChanges(deps);
        return db.$count(payeeChanges, and(eq(payeeChanges.merchantId, merchantId), isNotNull(payeeChanges.appliedAt)));
      };
    },
    waitsFor: ["business", "owner"],
    waitsAnewHours: 24,
    open: count(sql`payee_changes where applied_at is null and stopped_at is null`),
    ownerCloses: "payoutChange",
    suspended: "waits, and begins anew with the activating",
    restored: "held",
  },
  payees: {
    ...still(() => Promise.resolve()),
    open: count(sql`payees where ended_at is null`),
    ownerCloses: "ends",
    suspended: "stays: nothing new is paid there",
    restored: asItWas,
  },
  paymentRequests: {
    ...movedBy(
      "landlord",
      ({ db, merchantId, ownerId }) => makePaymentRequest(db, { merchantId, createdBy: ownerId }),
      ({ requests }, { id }) => requests.withdraw({ requestId: publicId("paymentRequest", id) }),
    ),
    open: count(sql`payment_requests where paid_at is null and withdrawn_at is null`),
    ownerCloses: "openRequest",
    suspended: "its page says that the business cannot be paid",
    restored: asItWas,
  },
  payerNotices: technical("its job sends it, whoever is suspended"),
  payerStops: technical("kept by a trigger"),
  paymentStops: technical("kept by a trigger"),
  payments: {
    ...movedBy(
      "payer",
      ({ db, merchantId, payerId }) => makePayment(db, { merchantId, consumerId: payerId, status: "pending" }),
      ({ payments }, { id }) => payments.cancel({ paymentId: publicId("payment", id) }),
    ),
    open: count(sql`payments where status = 'pending'`),
    payerCloses: "openPayment",
    ownerCloses: "openBusinessPayment",
    suspended: goesOn,
    restored: chain,
  },
  recoveryCodes: { suspended: `${nobody}: the account's own`, restored: asItWas },
  refundDestinations: {
    ...still(async (world) => {
      const payment = await paid(world);
      await world.db.execute(sql`update transfers set bound_by = 'onramp' where payment_id = ${payment.id}`);
      const asked = { requestedAt: world.now, requestedBy: world.ownerId, requestedCents: 500 };
      const unnamed = { address: null, namedAt: null, confirmedBy: null };
      await makeRefundDestination(world.db, { paymentId: payment.id, payerId: world.payerId, ...asked, ...unnamed });
    }),
    open: count(sql`refund_destinations where address is null`),
    payerCloses: "refundWalletAsked",
    ownerCloses: "disputablePayment",
    suspended: goesOn,
    restored: asItWas,
  },
  refunds: {
    ...movedBy(
      "owner",
      async (world) => makeRefund(world.db, { paymentId: (await paid(world)).id, merchantId: world.merchantId, createdBy: world.ownerId }),
      ({ merchant }, { id }) => merchant.cancelRefund({ refundId: publicId("refund", id) }),
    ),
    open: count(sql`refunds where status = 'open'`),
    ownerCloses: "businessRefundOwed",
    suspended: goesOn,
    restored: chain,
  },
  relays: {
    ...still(async ({ db, merchantId, payerId }) => {
      const { id } = await makePayment(db, { merchantId, consumerId: payerId, status: "pending" });
      await makeRelay(db, { paymentId: id });
    }),
    open: count(sql`relays where status = 'queued'`),
    suspended: goesOn,
    restored: "runs out at most twenty minutes after it was signed; the chain takes it once",
  },
  relayTransactions: { suspended: `${nobody}: the relayer's own`, restored: chain },
  rentRecords: {
    ...movedBy(
      "payer",
      async (world) => makeRentRecord(world.db, { leaseId: (await lease(world)).id, userId: world.payerId }),
      ({ records }, { id }) => records.withdraw({ recordId: publicId("rentRecord", id) }),
    ),
    open: count(sql`rent_records where withdrawn_at is null`),
    payerCloses: "ends",
    suspended: "goes on: it says what was paid",
    restored: asItWas,
  },
  rentReminders: { suspended: goesOn, restored: "held" },
  restores: technical("operators alone"),
  sessions: {
    ...still(({ db, payerId }) => makeSession(db, { userId: payerId })),
    endsWith: "payer",
    open: count(sql`sessions where revoked_at is null and kind = 'auth'`),
    payerCloses: "ends",
    suspended: "end with their account's suspension; the business's staff.int.test tries",
    restored: "ends",
  },
  setAside: technical("background work's own"),
  signInChallenges: {
    ...still(({ db, payerId }) => makeSignInChallenge(db, { userId: payerId })),
    open: count(sql`sign_in_challenges`),
    payerCloses: "ends",
    endsWith: "payer",
    suspended: "end with their account's suspension",
    restored: "ends",
  },
  stateChecks: technical("operators alone"),
  tenantInvitations: {
    ...movedBy(
      "landlord",
      ({ db, merchantId, ownerId }) => makeTenantInvitation(db, { merchantId, invitedBy: ownerId }),
      ({ invitations }, { id }) => invitations.takeBack({ invitationId: publicId("tenantInvitation", id) }),
    ),
    open: count(sql`tenant_invitations where invite_hash is not null`),
    ownerCloses: "ends",
    suspended: "goes on: who follows it cannot pay yet",
    restored: "ends",
  },
  topUps: {
    ...movedBy(
      "payer",
      async ({ db, merchantId, payerId }) => {
        const { id } = await makePayment(db, { merchantId, consumerId: payerId, status: "pending" });
        return makeTopUp(db, { paymentId: id });
      },
      ({ payments }, { paymentId }) => payments.giveUpTopUp({ paymentId: publicId("payment", paymentId) }),
    ),
    open: count(sql`top_ups where ended_at is null`),
    suspended: goesOn,
    restored: chain,
  },
  transferClaims: {
    ...movedBy(
      "payer",
      async (world) => makeTransferClaim(world.db, { paymentId: (await paid(world)).id, payerId: world.payerId }),
      ({ payments }, { id }) => payments.withdrawClaim({ claimId: publicId("claim", id) }),
    ),
    open: count(sql`transfer_claims where status = 'open'`),
    payerCloses: "openClaim",
    suspended: goesOn,
    restored: asItWas,
  },
  transfers: {
    ...movedBy(
      "landlord",
      ({ db, merchantId }) => makeTransfer(db, { merchantId, verdict: "unmatched" }),
      ({ merchant }, { id }) => merchant.setTransferAside({ transferId: publicId("transfer", id), reason: "Not rent" }),
    ),
    open: count(sql`transfers where payment_id is null and set_aside_at is null`),
    ownerCloses: "unmatchedMoney",
    suspended: bookWaits,
    restored: chain,
  },
  users: { suspended: "its own state", restored: asItWas },
  walletChallenges: {
    ...still(({ db, payerId }) => makeWalletChallenge(db, { userId: payerId })),
    open: count(sql`wallet_challenges`),
    payerCloses: "ends",
    suspended: `${nobody}: minutes old at most`,
    restored: "ends",
  },
  wallets: {
    ...movedBy(
      "payer",
      ({ db, payerId }) => makeWallet(db, { userId: payerId }),
      ({ wallet }) => wallet.update({ walletAddress: "" }),
    ),
    open: count(sql`wallets where unlinked_at is null and kind = 'external'`),
    payerCloses: "ends",
    suspended: `${nobody}: the account's own`,
    restored: asItWas,
  },
};
