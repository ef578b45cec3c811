import { randomBytes } from "node:crypto";
import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import { deriveBinding } from "@hearth/chain/binding";
import { scheduledPaymentReference } from "@hearth/chain/scheduled-payment-reference";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { violatedConstraint } from "@hearth/db/errors";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { type Bill, comingBills, mostScheduledPayments } from "@hearth/domain/autopay/bills";
import { canBeScheduledPayment, scheduledPaymentWindow } from "@hearth/domain/autopay/scheduled-payments";
import type { PrepareScheduledPaymentsInput, SignScheduledPaymentInput } from "@hearth/domain/autopay/inputs";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { findStoredAnswer, nothing, once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { findCardedMerchant, requirePayeeOnCard } from "../businesses/payee-cards.ts";
import { isTenantOn, type LeaseToPay, readLeasesToPay, staysOf } from "../rent/bills/bills.service.ts";
import { withChain } from "../settlement/reading/with-chain.ts";
import { provenAddresses } from "../wallet/wallet.service.ts";
import { askToken } from "./ask-token.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { endScheduledPayment } from "./end-scheduled-payment.ts";
import { FateUnknown, findFate } from "./find-fate.ts";
import { preparedView, viewPrepared } from "./autopay.view.ts";
import {
  type ScheduledPaymentRow,
  insertScheduledPayment,
  listScheduledPayments,
  listLivePeriods,
  lockScheduledPayment,
  updateScheduledPayment,
} from "./scheduled-payments.repo.ts";
import { judgeScheduledPayment } from "./judge-scheduled-payment.ts";
import { authorizationOf, scheduledPaymentContext } from "./signature.ts";

/** Dependencies of preparing. A transaction as `db` makes it part of that transaction. */
export type PreparingDeps = Pick<Deps, "clock" | "network"> & { db: DatabaseOrTransaction };

/** Dependencies of storing a signature. */
export type SigningDeps = PreparingDeps & Pick<Deps, "chain" | "encryption">;

/** Returns a tenant's own lease with their last day there, or null. @throws HearthError NOT_FOUND. */
export async function requireOwnLease(db: DatabaseOrTransaction, actor: Actor, leaseId: string, now: Date): Promise<OwnLeaseToPay> {
  const id = parsePublicId("lease", leaseId);
  const lastDay = id === null ? undefined : (await staysOf(db, actor.userId, now)).get(id);
  const [lease] = id === null || lastDay === undefined ? [] : await readLeasesToPay(db, [id], now);
  if (lease === undefined || lastDay === undefined) throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  return { ...lease, lastDay };
}

/** A lease with the last day of the tenant who pays. */
type OwnLeaseToPay = LeaseToPay & { lastDay: string | null };

/**
 * Prepares scheduled payments for a tenant to sign: the next months without one and not skipped, or exactly the named months. The same
 * terms always give the same scheduled payment and nonce.
 *
 * @throws HearthError NOT_FOUND, MERCHANT_UNAVAILABLE. MERCHANT_WALLET_MISSING without a proven payout wallet. PAYEE_NOT_ON_CARD, PAYEE_CARD_WAITS. WALLET_SETUP_NEEDED for a
 * wallet that is not the tenant's own. CONFLICT when there is no bill to sign for.
 */
export async function prepareScheduledPayments(
  deps: PreparingDeps,
  origin: CallOrigin,
  actor: Actor,
  input: PrepareScheduledPaymentsInput,
  key: string | null,
) {
  const { idempotencyKey = key, ...asGiven } = input;
  const now = deps.clock.now();
  const request = {
    scope: actor.userId,
    key: idempotencyKey,
    procedure: "autopay.prepare",
    input: asGiven,
    answer: preparedView.array(),
    now,
  };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const lease = await requireOwnLease(tx, actor, input.leaseId, now);
      if (lease.merchant.status !== "active") throw new HearthError("MERCHANT_UNAVAILABLE");
      const { payee } = lease;
      if (payee === null) {
        const message = "Your landlord has to prove their wallet first. Ask them to do it in their settings.";
        throw new HearthError("MERCHANT_WALLET_MISSING", { message });
      }
      const merchant = await findCardedMerchant(tx, lease.merchant.id);
      if (merchant !== null) await requirePayeeOnCard(deps, merchant);
      const wallet = parseAddress(input.walletAddress);
      const isOwn = wallet !== null && (await provenAddresses(tx, actor.userId)).some((address) => sameAddress(address, wallet));
      if (!isOwn) throw new HearthError("WALLET_SETUP_NEEDED", { message: "Please connect this wallet to your account first" });
      const bills = await billsToSign(tx, actor, lease, input, now);
      const made: ScheduledPaymentRow[] = [];
      for (const bill of bills) made.push(await prepareOne(deps, tx, { actor, lease, payee, wallet, bill }));
      const entry = { at: now, actorId: actor.userId, action: "autopay.prepared" as const, subject: input.leaseId };
      await insertAuditEntry(tx, origin, { ...entry, data: { scheduledPayments: made.length } });
      return made.map(viewPrepared);
    }),
  );
}

async function billsToSign(
  tx: Transaction,
  actor: Actor,
  lease: OwnLeaseToPay,
  { months, periods }: PrepareScheduledPaymentsInput,
  now: Date,
): Promise<Bill[]> {
  const live = await listLivePeriods(tx, [lease.id]);
  const coming = comingBills(lease.billed, now, mostScheduledPayments).filter(
    (bill) => canBeScheduledPayment(bill) && isTenantOn(lease.lastDay, bill.dueOn),
  );
  const isFree = ({ period }: Bill) => !live.some((scheduledPayment) => scheduledPayment.period === period);
  const chosen = periods === undefined ? coming.slice(0, months) : coming.filter(({ period }) => periods.includes(period));
  const free = chosen.filter(isFree);
  if (free.length === 0) {
    const hasChosenBill = chosen.length > 0;
    throw new HearthError("CONFLICT", {
      message: hasChosenBill ? "These months already have autopay" : "There is no coming rent that autopay could pay",
    });
  }
  if (periods !== undefined) return free;
  const existing = await listScheduledPayments(tx, { leaseIds: [lease.id], payerId: actor.userId, from: free[0]?.period ?? "" });
  const isSkipped = ({ period }: Bill) => existing.find((scheduledPayment) => scheduledPayment.period === period)?.status === "skipped";
  return free.filter((bill) => !isSkipped(bill));
}

interface ToPrepare {
  actor: Actor;
  lease: LeaseToPay;
  payee: NonNullable<LeaseToPay["payee"]>;
  wallet: `0x${string}`;
  bill: Bill;
}

/** Returns the earlier scheduled payment with these terms, or creates one. */
async function prepareOne(
  deps: PreparingDeps,
  tx: Transaction,
  { actor, lease, payee, wallet, bill }: ToPrepare,
): Promise<ScheduledPaymentRow> {
  const now = deps.clock.now();
  const window = scheduledPaymentWindow(bill);
  const existing = await listScheduledPayments(tx, { leaseIds: [lease.id], payerId: actor.userId, from: bill.period });
  const prepared = existing.find(
    (scheduledPayment) =>
      scheduledPayment.period === bill.period &&
      scheduledPayment.cents === bill.cents &&
      scheduledPayment.validAfter === window.validAfter &&
      scheduledPayment.validBefore === window.validBefore &&
      scheduledPayment.payeeId === payee.id &&
      scheduledPayment.fromAddress === wallet &&
      scheduledPayment.paymentId === null &&
      scheduledPayment.voidReason !== "cancelled" &&
      scheduledPayment.status !== "failed",
  );
  if (prepared !== undefined) {
    const current = await lockScheduledPayment(tx, prepared.id);
    if (current === null || current.status === "ready" || current.status === "sent") throw new HearthError("CONFLICT");
    await updateScheduledPayment(tx, prepared.id, { status: "asked", voidReason: null, trouble: null }, now);
    return { ...current, status: "asked", voidReason: null };
  }
  const salt = `0x${randomBytes(32).toString("hex")}` as const;
  const { period, cents, dueAt, dueOn } = bill;
  const reference = scheduledPaymentReference({ leaseId: lease.id, period, cents, dueAt, payee: payee.address, salt });
  return insertScheduledPayment(tx, {
    leaseId: lease.id,
    period,
    payerId: actor.userId,
    fromAddress: wallet,
    payeeId: payee.id,
    toAddress: payee.address,
    cents,
    dueOn,
    ...window,
    chainId: deps.network.chainId,
    tokenAddress: deps.network.usdc.address,
    salt,
    reference: reference.slice(2),
    binding: deriveBinding(reference, deps.network.chainId),
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Stores a tenant's signature encrypted, after simulating it with the token for the due date. A currently empty wallet is accepted. Returns
 * at once if it is already signed.
 *
 * @throws HearthError NOT_FOUND. CONFLICT when the bill has changed or another tenant's scheduled payment covers it. AUTHORIZATION_INVALID
 * for a signature of another wallet, AUTHORIZATION_USED for a spent one. PAYER_BLACKLISTED, PAYEE_BLACKLISTED.
 */
export async function signScheduledPayment(
  deps: SigningDeps,
  origin: CallOrigin,
  actor: Actor,
  input: SignScheduledPaymentInput,
  key: string | null,
) {
  const { idempotencyKey = key, ...asGiven } = input;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "autopay.sign", input: asGiven, answer: nothing, now };
  if (await findStoredAnswer(deps.db, request)) return null;
  const id = parsePublicId("scheduledPayment", input.scheduledPaymentId);
  const scheduledPayment = id === null ? null : await deps.db.transaction((tx) => lockScheduledPayment(tx, id));
  if (scheduledPayment?.payerId !== actor.userId) throw new HearthError("NOT_FOUND", { message: "Autopay not found" });
  if (scheduledPayment.status === "ready" || scheduledPayment.status === "sent") return null;
  if ((await checkSignature(deps, scheduledPayment, `0x${input.signature.slice(2)}`)) === "used")
    throw await refuseSpent(deps, scheduledPayment);
  return deps.db
    .transaction((tx) =>
      once(tx, request, async () => {
        const current = await lockScheduledPayment(tx, scheduledPayment.id);
        if (current === null || current.status === "ready" || current.status === "sent") return null;
        if (current.status !== "asked") throw changed();
        const { reason } = await judgeScheduledPayment(tx, current, now);
        if (reason !== null) throw changed();
        const encryptedSignature = deps.encryption.encrypt(input.signature, scheduledPaymentContext(current.id));
        const next = { nextLookAt: new Date((current.validAfter + 1) * 1_000), nextCheckAt: now };
        await updateScheduledPayment(tx, current.id, { status: "ready", encryptedSignature, signedAt: now, ...next }, now);
        const entry = { at: now, actorId: actor.userId, action: "autopay.signed" as const, subject: input.scheduledPaymentId };
        await insertAuditEntry(tx, origin, {
          ...entry,
          data: { lease: publicId("lease", current.leaseId), cents: current.cents, dueOn: current.dueOn },
        });
        return null;
      }),
    )
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== "cheques_live_key") throw error;
      throw new HearthError("CONFLICT", { message: "Autopay of another tenant already pays this bill" });
    });
}

function changed(): HearthError {
  return new HearthError("CONFLICT", { message: "This bill has changed since. Please look at it and sign again." });
}

/**
 * Ends a scheduled payment whose earlier signature its payer cancelled on the chain. The month can then be prepared anew: the same terms
 * would always give the spent nonce. Returns the error for the caller.
 */
async function refuseSpent(deps: SigningDeps, scheduledPayment: ScheduledPaymentRow): Promise<HearthError> {
  const fate = await withChain(() => findFate(deps, scheduledPayment)).catch((error: unknown) => {
    if (error instanceof FateUnknown) return "searching" as const;
    throw error;
  });
  if (fate !== "cancelled") return new HearthError("AUTHORIZATION_USED");
  await changeIfUnchanged(deps, scheduledPayment, (tx, current, now) =>
    endScheduledPayment(tx, current, { status: "void", voidReason: "cancelled" }, now),
  );
  return new HearthError("CONFLICT", {
    message: "This signature was cancelled in your wallet. Please begin again to sign the month anew.",
  });
}

/**
 * Simulates with the token, and also verifies the signature, because some nodes cannot simulate another time. Returns `used` where it was
 * spent before.
 */
async function checkSignature(
  deps: SigningDeps,
  scheduledPayment: ScheduledPaymentRow,
  signature: `0x${string}`,
): Promise<"used" | "good"> {
  const authorization = authorizationOf(scheduledPayment, signature);
  const typedData = transferAuthorizationTypedData({ network: deps.network, ...authorization });
  const onItsDay = new Date((scheduledPayment.validAfter + 1) * 1_000);
  const [isSigned, answer] = await withChain(() =>
    Promise.all([
      deps.chain.verifyTypedData({ address: scheduledPayment.fromAddress, typedData, signature }),
      askToken(deps, authorization, onItsDay),
    ]),
  );
  if (!isSigned || answer === "signature" || answer === "other") throw new HearthError("AUTHORIZATION_INVALID");
  if (answer === "blacklisted") throw new HearthError("PAYER_BLACKLISTED");
  if (answer === "payeeBlacklisted") throw new HearthError("PAYEE_BLACKLISTED");
  return answer === "used" ? "used" : "good";
}
