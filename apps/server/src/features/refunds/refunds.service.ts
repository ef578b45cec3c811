import { randomBytes } from "node:crypto";
import { deriveBinding } from "@hearth/chain/binding";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, formatUsd, wireAmount } from "@hearth/domain/money";
import { isLargeRefund } from "@hearth/domain/auth/step-up";
import { approvedCents, extraCents, leftToRefundCents } from "@hearth/domain/refunds/rules";
import type { Deps } from "../../deps.ts";
import { once } from "../../idempotency/once.ts";
import { requireStepUp } from "../auth/factors/require-step-up.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { sumPayment } from "../ledger/journal.repo.ts";
import { notifyFollowers } from "../ledger/payment-events.repo.ts";
import { dropRefundRelays, findRefundRelay } from "../ledger/relays.repo.ts";
import { listPaidCharges } from "../rent/charges/give-back.ts";
import { requireUnused, type UnusedMoney } from "../rent/leases/deposit-acts.service.ts";
import { alignPartsOfSource } from "../settlement/recording/align-parts.ts";
import { auditRefund } from "../settlement/returns/audit-refund.ts";
import { notifyPageFollowers } from "../settlement/returns/settle-refund.ts";
import { readByHand } from "./by-hand.ts";
import { readDestination } from "./refund-destinations.service.ts";
import { viewRefundWallet } from "./refund-destinations.view.ts";
import { readSendingWallets, requireSendingWallet } from "./refund-wallets.service.ts";
import type { Refunder } from "./refunder.ts";
import { viewRefundStatus } from "./refund-status.ts";
import {
  findOwedCents,
  findOwedDispute,
  findPaidPayment,
  insertRefund,
  listApprovedDisputes,
  listRefundExceptions,
  listRefunds,
  lockOwnRefund,
  lockPaidPayment,
  markCancelled,
} from "./refunds.repo.ts";
import {
  type OddRefundTransferView,
  type PaymentRefundsView,
  refundView,
  type RefundView,
  viewOddRefundTransfer,
  viewPaidCharge,
  viewRefund,
  viewRefundSend,
} from "./refunds.view.ts";

/** The refund to begin: an amount of a payment, or all that a dispute is owed at that time. */
type Wanted =
  | { paymentId: string; disputeId: null; amountCents: number; chargeId: string | null; unusedOf: UnusedMoney | null }
  | { paymentId: string; disputeId: string; chargeId?: null; unusedOf?: null };

/** Reads the refunds of a merchant's payment, and what can still be refunded. @throws HearthError NOT_FOUND. */
export async function readRefunds(deps: Deps, merchantId: string, paymentId: string): Promise<PaymentRefundsView> {
  const id = parsePublicId("payment", paymentId);
  const payment = id && (await findPaidPayment(deps.db, merchantId, id));
  if (!payment) throw noSuchPayment();
  const [items, oddTransfers, sums, owed, destination, wallets, charges] = await Promise.all([
    listRefunds(deps.db, { paymentId: payment.id }),
    readOddTransfers(deps, payment.id),
    sumPayment(deps.db, payment.id),
    readOwed(deps.db, payment.id),
    readDestination(deps.db, payment.id),
    readSendingWallets(deps.db, merchantId),
    listPaidCharges(deps.db, payment.id),
  ]);
  const open = items.find(({ status }) => status === "open");
  const relay = open ? await findRefundRelay(deps.db, open.id) : null;
  return {
    items: items.map(viewRefund),
    oddTransfers,
    owed,
    refundable: wireAmount(leftToRefundCents(sums, items)),
    charges: charges.map(viewPaidCharge),
    extra: wireAmount(extraCents(sums, items, payment.amountCents)),
    ...viewRefundWallet(destination),
    payer: payment.payer,
    from: wallets.all,
    isWalletNeeded: wallets.isWalletNeeded,
    byHand: open ? await readByHand(deps.db, open, wallets) : null,
    sending: relay && viewRefundSend(relay),
  };
}

async function readOwed(db: DatabaseOrTransaction, paymentId: string): Promise<PaymentRefundsView["owed"]> {
  const approved = await listApprovedDisputes(db, paymentId);
  return approved.flatMap((dispute) => {
    const refundStatus = viewRefundStatus(dispute, dispute);
    return refundStatus === null ? [] : [{ disputeId: publicId("dispute", dispute.id), ...refundStatus }];
  });
}

/** Lists the payment's refunds in every status, oldest first. */
export async function readRefundsOf({ db }: Deps, paymentId: string): Promise<RefundView[]> {
  return (await listRefunds(db, { paymentId })).map(viewRefund);
}

/** Lists the payment's odd refund transfers in chain order. */
export async function readOddTransfers({ db }: Deps, paymentId: string): Promise<OddRefundTransferView[]> {
  return (await listRefundExceptions(db, { paymentId })).map(viewOddRefundTransfer);
}

/**
 * Begins the refund of an approved dispute, of everything still owed. @throws HearthError NOT_FOUND, CONFLICT, REFUND_DESTINATION_UNKNOWN,
 * REFUND_WALLET_NEEDED; STEP_UP_REQUIRED for a large amount.
 */
export async function refundDispute(deps: Deps, refunder: Refunder, disputeId: string, key: string | null): Promise<RefundView> {
  const id = parsePublicId("dispute", disputeId);
  const { paymentId } = await requireApproved(deps.db, refunder, id);
  return begin(deps, refunder, { paymentId, disputeId: id ?? "" }, { procedure: "merchant.refundDispute", key });
}

/** Returns a merchant's dispute that was approved with money. @throws HearthError NOT_FOUND, CONFLICT. */
async function requireApproved(db: DatabaseOrTransaction, { merchantId }: Refunder, disputeId: string | null) {
  const dispute = disputeId && (await findOwedDispute(db, merchantId, disputeId));
  if (!dispute) throw new HearthError("NOT_FOUND", { message: "Dispute not found" });
  if (approvedCents(dispute) === 0) throw conflict("No refund is owed for this dispute");
  return dispute;
}

/**
 * Begins a refund of a completed payment, or of a part of it. With `unusedOf`, of no more than that credit has unused.
 * @throws HearthError NOT_FOUND, CONFLICT, REFUND_DESTINATION_UNKNOWN, REFUND_WALLET_NEEDED; STEP_UP_REQUIRED for a large amount.
 */
export async function refundPayment(
  deps: Deps,
  refunder: Refunder,
  input: { paymentId: string; amountCents: number; chargeId?: string | undefined; unusedOf?: UnusedMoney },
  key: string | null,
): Promise<RefundView> {
  const paymentId = parsePublicId("payment", input.paymentId);
  if (paymentId === null || !(await findPaidPayment(deps.db, refunder.merchantId, paymentId))) throw noSuchPayment();
  const chargeId = input.chargeId === undefined ? null : parsePublicId("charge", input.chargeId);
  if (chargeId === null && input.chargeId !== undefined) throw noSuchCharge();
  return begin(
    deps,
    refunder,
    { paymentId, amountCents: input.amountCents, chargeId, unusedOf: input.unusedOf ?? null, disputeId: null },
    { procedure: "merchant.refundPayment", key },
  );
}

async function begin(
  deps: Deps,
  refunder: Refunder,
  requested: Wanted,
  called: { procedure: string; key: string | null },
): Promise<RefundView> {
  const request = { ...called, scope: refunder.actor.userId, input: requested, answer: refundView, now: deps.clock.now() };
  return deps.db.transaction((tx) => once(tx, request, () => open(deps, tx, refunder, requested)));
}

/** Begins a refund under the payment's lock. Returns an equal open refund unchanged. Never begins more than was received. */
async function open(deps: Deps, tx: Transaction, refunder: Refunder, request: Wanted): Promise<RefundView> {
  const { merchantId, actor, origin } = refunder;
  const payment = await lockPaidPayment(tx, merchantId, request.paymentId);
  if (payment === null) throw noSuchPayment();
  const rows = await listRefunds(tx, { paymentId: payment.id });
  const amountCents = request.disputeId === null ? request.amountCents : await readOwedCents(tx, refunder, request.disputeId);
  const openRefund = rows.find(({ status }) => status === "open");
  const usdcUnits = centsToUsdcUnits(amountCents);
  const chargeId = request.chargeId ?? null;
  const isSame = openRefund?.disputeId === request.disputeId && openRefund.chargeId === chargeId && openRefund.usdcUnits === usdcUnits;
  if (openRefund && isSame) return viewRefund(openRefund);
  if (openRefund) throw conflict("Another refund of this payment is open. Send or cancel it first.");
  if (amountCents === 0) {
    const done = rows.findLast(({ status, disputeId }) => status === "completed" && disputeId !== null && disputeId === request.disputeId);
    if (!done) throw conflict("All of it has already been sent to the payer");
    return viewRefund(done);
  }
  const refundableCents = leftToRefundCents(await sumPayment(tx, payment.id), rows);
  if (amountCents > refundableCents) throw conflict(`At most ${formatUsd(refundableCents)} of this payment can still be refunded`);
  if (chargeId !== null) await requirePaidCharge(tx, payment.id, chargeId, amountCents);
  if (request.unusedOf) await requireUnused(tx, merchantId, { ...request.unusedOf, cents: amountCents, now: deps.clock.now() });
  const { found } = await readDestination(tx, payment.id);
  if (found.to === null) throw new HearthError("REFUND_DESTINATION_UNKNOWN");
  await requireSendingWallet(tx, merchantId);
  if (isLargeRefund(amountCents)) requireStepUp(deps, actor);
  const now = deps.clock.now();
  const { chainId, usdc } = deps.network;
  const row = await insertRefund(tx, {
    paymentId: request.paymentId,
    disputeId: request.disputeId,
    chargeId,
    usdcUnits,
    merchantId,
    chainId,
    tokenAddress: usdc.address,
    toAddress: found.to,
    ground: found.ground,
    binding: newBinding(chainId),
    createdBy: actor.userId,
    createdAt: now,
  });
  await notifyFollowers(tx, payment.id);
  const data = {
    amountCents,
    to: found.to,
    ground: found.ground,
    paymentId: publicId("payment", payment.id),
    ...(chargeId && { charge: publicId("charge", chargeId) }),
  };
  await auditRefund(tx, row, { what: "begun", at: now, data, by: { actorId: actor.userId, origin } });
  return viewRefund({ ...row, txHash: null, seenTxHash: null });
}

/**
 * Requires a charge that the payment pays. Of a deposit, at most the held amount can be refunded. @throws HearthError NOT_FOUND, CONFLICT.
 */
async function requirePaidCharge(tx: Transaction, paymentId: string, chargeId: string, amountCents: number): Promise<void> {
  const charge = (await listPaidCharges(tx, paymentId)).find((paid) => paid.chargeId === chargeId);
  if (charge === undefined) throw noSuchCharge();
  if (charge.isDeposit && amountCents > charge.cents)
    throw conflict(`Only ${formatUsd(charge.cents)} of this deposit is held of this payment`);
}

async function readOwedCents(tx: Transaction, refunder: Refunder, disputeId: string): Promise<number> {
  await requireApproved(tx, refunder, disputeId);
  return findOwedCents(tx, disputeId);
}

/** Creates a random binding for a refund, unique in practice and unknown to anybody before. */
export function newBinding(chainId: number): `0x${string}` {
  return deriveBinding(`0x${randomBytes(32).toString("hex")}`, chainId);
}

/**
 * Cancels an unsent refund of a payment or transfer, and a signature for it that waits for the relayer. Money that still arrives for it
 * completes it.
 *
 * @throws HearthError NOT_FOUND, CONFLICT.
 */
export async function cancelRefund(deps: Deps, { merchantId, actor, origin }: Refunder, refundId: string): Promise<void> {
  const id = parsePublicId("refund", refundId);
  await deps.db.transaction(async (tx) => {
    // A transfer that is no longer returned may become a part of its payment again; matching happens under this lock.
    await lockCursor(tx, deps.network.chainId);
    const row = id && (await lockOwnRefund(tx, merchantId, id));
    if (!row) throw new HearthError("NOT_FOUND", { message: "Refund not found" });
    const at = deps.clock.now();
    if (!(await markCancelled(tx, row.id, at))) throw conflict("This refund is not open any more");
    if (!(await dropRefundRelays(tx, row.id, { failure: "refundCancelled", withQueued: true }, at))) throw conflict(onItsWay);
    await alignPartsOfSource(tx, row, at);
    await notifyPageFollowers(tx, row);
    await auditRefund(tx, row, { what: "cancelled", at, by: { actorId: actor.userId, origin } });
  });
}

const onItsWay = "Your wallet signed this refund, and it is on its way. It cannot be cancelled any more.";

function noSuchCharge(): HearthError {
  return new HearthError("NOT_FOUND", { message: "This payment pays no such charge" });
}

function noSuchPayment(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transaction not found" });
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
