import { randomBytes } from "node:crypto";
import { sameAddress } from "@hearth/chain/addresses";
import { deriveBinding } from "@hearth/chain/binding";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { formatUsd, wireAmount } from "@hearth/domain/money";
import { approvedCents, leftToRefundCents, restCents } from "@hearth/domain/refunds/rules";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { wakeFollowers } from "../ledger/payment-events.repo.ts";
import { listPayoutWallets } from "../merchants/merchants.service.ts";
import { withChain } from "../settlement/with-chain.ts";
import { provenAddresses } from "../wallet/wallet.service.ts";
import { listOddTransfers, listOwnOddTransfers, listShortTransfers } from "./odd-refund-transfers.repo.ts";
import { readRefundStandings } from "./refund-standing.ts";
import {
  findOwedDispute,
  findPaidPayment,
  insertRefund,
  listApprovedDisputes,
  listRefunds,
  lockOwnRefund,
  lockPaidPayment,
  markCancelled,
  type PaidPayment,
} from "./refunds.repo.ts";
import {
  type OddRefundTransferView,
  type PaymentRefundsView,
  refundView,
  type RefundView,
  viewOddRefundTransfer,
  viewRefund,
} from "./refunds.view.ts";

/** Who refunds, for which merchant. */
export interface Refunder {
  merchantId: string;
  actor: Actor;
  origin: CallOrigin;
}

interface Wanted {
  paymentId: string;
  amountCents: number;
  disputeId: string | null;
}

/** The refunds of a merchant's payment, and what more could be paid back. @throws HearthError NOT_FOUND. */
export async function readRefunds(deps: Deps, merchantId: string, paymentId: string): Promise<PaymentRefundsView> {
  const id = parsePublicId("payment", paymentId);
  const payment = id && (await findPaidPayment(deps.db, merchantId, id));
  if (!payment) throw noSuchPayment();
  const [items, oddTransfers, ownOdd, owed, to, wallets] = await Promise.all([
    listRefunds(deps.db, payment.id),
    readOddTransfers(deps, payment.id),
    listOwnOddTransfers(deps.db, payment.id),
    readOwed(deps.db, payment.id),
    walletOf(deps.db, payment),
    listPayoutWallets(deps.db, [merchantId]),
  ]);
  return {
    items: items.map(viewRefund),
    oddTransfers,
    owed,
    refundable: wireAmount(leftToRefundCents(payment.usdcUnits, items, ownOdd)),
    to,
    from: wallets.get(merchantId) ?? [],
  };
}

async function readOwed(db: DatabaseOrTransaction, paymentId: string): Promise<PaymentRefundsView["owed"]> {
  const standings = await readRefundStandings(db, await listApprovedDisputes(db, paymentId));
  return [...standings].map(([id, standing]) => ({ disputeId: publicId("dispute", id), ...standing }));
}

/** What was sent for the refunds of a payment otherwise than asked, in the chain's order. */
export async function readOddTransfers({ db }: Deps, paymentId: string): Promise<OddRefundTransferView[]> {
  return (await listOddTransfers(db, paymentId)).map(viewOddRefundTransfer);
}

/** Begins the refund of an approved dispute: the whole chargeback, less what came too short for it. @throws HearthError NOT_FOUND, CONFLICT, CHAIN_UNAVAILABLE. */
export async function refundDispute(deps: Deps, refunder: Refunder, disputeId: string, key: string | null): Promise<RefundView> {
  const id = parsePublicId("dispute", disputeId);
  const wanted = await readWanted(deps.db, refunder, id);
  if (wanted.amountCents === 0) throw conflict("All of it has been sent to the payer already");
  return begin(deps, refunder, wanted, { procedure: "merchant.refundDispute", key });
}

/**
 * What the refund of a merchant's approved dispute asks for at this moment; nothing where all of it came in parts. A refund that was completed
 * asks for the same still, so that whoever asks again is answered that one. @throws HearthError NOT_FOUND, CONFLICT.
 */
async function readWanted(db: DatabaseOrTransaction, { merchantId }: Refunder, disputeId: string | null): Promise<Wanted> {
  const dispute = disputeId && (await findOwedDispute(db, merchantId, disputeId));
  if (!dispute) throw new HearthError("NOT_FOUND", { message: "Dispute not found" });
  if (approvedCents(dispute) === 0) throw conflict("No refund is owed for this dispute");
  const { paymentId, id } = dispute;
  return { paymentId, amountCents: restCents(dispute, await listShortTransfers(db, [id])), disputeId: id };
}

/** Begins a refund of a completed payment, or of a part of it. @throws HearthError NOT_FOUND, CONFLICT, CHAIN_UNAVAILABLE. */
export async function refundPayment(
  deps: Deps,
  refunder: Refunder,
  input: { paymentId: string; amountCents: number },
  key: string | null,
): Promise<RefundView> {
  const paymentId = parsePublicId("payment", input.paymentId);
  if (paymentId === null || !(await findPaidPayment(deps.db, refunder.merchantId, paymentId))) throw noSuchPayment();
  return begin(
    deps,
    refunder,
    { paymentId, amountCents: input.amountCents, disputeId: null },
    { procedure: "merchant.refundPayment", key },
  );
}

async function begin(
  deps: Deps,
  refunder: Refunder,
  wanted: Wanted,
  called: { procedure: string; key: string | null },
): Promise<RefundView> {
  const { number: scannedTo } = await withChain(() => deps.chain.head());
  const request = { ...called, scope: refunder.actor.userId, input: wanted, answer: refundView, now: deps.clock.now() };
  return deps.db.transaction((tx) => once(tx, request, () => open(deps, tx, refunder, wanted, scannedTo)));
}

/** Under the payment's lock: the same refund that is open already is answered again, and never more is begun than was paid. */
async function open(deps: Deps, tx: Transaction, refunder: Refunder, wanted: Wanted, scannedTo: bigint): Promise<RefundView> {
  const { merchantId, actor, origin } = refunder;
  const payment = await lockPaidPayment(tx, merchantId, wanted.paymentId);
  if (payment === null) throw noSuchPayment();
  const rows = await listRefunds(tx, payment.id);
  const standing = rows.find(
    (row) => row.status === "open" || (row.disputeId !== null && row.disputeId === wanted.disputeId && row.status !== "cancelled"),
  );
  const isSame =
    standing?.disputeId === wanted.disputeId && (standing.status === "completed" || standing.amountCents === wanted.amountCents);
  if (standing && isSame) return viewRefund(standing);
  if (standing) throw conflict("Another refund of this payment is open. Send or cancel it first.");
  if (wanted.disputeId !== null && (await readWanted(tx, refunder, wanted.disputeId)).amountCents !== wanted.amountCents)
    throw conflict("Some of it has reached the payer just now. Please try again.");
  const left = leftToRefundCents(payment.usdcUnits, rows, await listOwnOddTransfers(tx, payment.id));
  if (wanted.amountCents > left) throw conflict(`At most ${formatUsd(left)} of this payment can still be refunded`);
  const toAddress = await walletOf(tx, payment);
  if (toAddress === null) throw conflict("The payer has no proven wallet to send a refund to. Please ask them to connect one.");
  const now = deps.clock.now();
  const { chainId, usdc } = deps.network;
  const row = await insertRefund(tx, {
    ...wanted,
    merchantId,
    chainId,
    tokenAddress: usdc.address,
    toAddress,
    binding: deriveBinding(`0x${randomBytes(32).toString("hex")}`, chainId),
    scannedTo,
    createdBy: actor.userId,
    createdAt: now,
  });
  await wakeFollowers(tx, payment.id);
  const data = { amountCents: row.amountCents, to: toAddress, paymentId: publicId("payment", payment.id) };
  await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "refund.begun", subject: publicId("refund", row.id), data });
  return viewRefund(row);
}

/** Gives a refund up that was not sent; money that comes for it all the same still completes it. @throws HearthError NOT_FOUND, CONFLICT. */
export async function cancelRefund(deps: Deps, { merchantId, actor, origin }: Refunder, refundId: string): Promise<void> {
  const id = parsePublicId("refund", refundId);
  await deps.db.transaction(async (tx) => {
    const row = id && (await lockOwnRefund(tx, merchantId, id));
    if (!row) throw new HearthError("NOT_FOUND", { message: "Refund not found" });
    if (!(await markCancelled(tx, row.id))) throw conflict("This refund is not open any more");
    await wakeFollowers(tx, row.paymentId);
    const entry = { at: deps.clock.now(), actorId: actor.userId, action: "refund.cancelled" as const, subject: refundId };
    await insertAuditEntry(tx, origin, entry);
  });
}

/** A proven wallet of the payer: the one that paid where it is proven, or else the one proven first. */
async function walletOf(db: DatabaseOrTransaction, payment: PaidPayment): Promise<`0x${string}` | null> {
  const proven = await provenAddresses(db, payment.payerId);
  return proven.find((address) => sameAddress(address, payment.paidFrom)) ?? proven[0] ?? null;
}

function noSuchPayment(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Transaction not found" });
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
