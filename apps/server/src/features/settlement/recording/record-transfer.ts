import { sameAddress } from "@hearth/chain/addresses";
import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { received, sent } from "@hearth/db/postings";
import { formatUsdc } from "@hearth/domain/money";
import { insertPostings, type RowlessMoney } from "../../ledger/journal.repo.ts";
import { findMerchantOfPayment, findPaymentByBinding } from "../../ledger/payments.repo.ts";
import { findRefund, findRefundByBinding, isMerchantsWallet, listFittingRefunds, type RefundRow } from "../../ledger/refunds.repo.ts";
import { insertTransfer, lockTransfer, type NewTransfer, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { alignPartsOfSource } from "./align-parts.ts";
import { preserveDecision, type Match, matchTransfer } from "./match-payment.ts";
import { notifyRefund } from "../returns/refund-notices.ts";
import { alignReturnsOf, problemOf } from "../returns/settle-refund.ts";
import { alignAndRecord } from "./transfer-events.ts";
import { type KnownAs, loadKnownRows } from "./known-rows.ts";
import type { WatchedWallets } from "./watched-wallets.ts";
import { auditRefund } from "../returns/audit-refund.ts";

/** Result of recording a log: its row and whether this call wrote it, or money recorded only as a sum. */
export type Recorded = { kind: "kept"; transfer: TransferRow; isNew: boolean } | { kind: "unkept"; money: RowlessMoney[] };

/**
 * Records an observed transfer. Same result as `recordTransfers` with a page of one. Idempotent: a log with a row in the same block is left
 * alone. Money that comes back in another block keeps its row, whatever its log index. Does not count the transfer. Requires the cursor's
 * lock.
 */
export async function recordTransfer(
  tx: Transaction,
  network: Network,
  observed: ObservedTransfer,
  wallets: WatchedWallets,
  now: Date,
): Promise<Recorded> {
  const rows = await loadKnownRows(tx, network.chainId, [observed], now);
  return recordLog(tx, network, { observed, known: rows.take(observed) }, wallets, now);
}

/** A log with the ledger's row for it. */
export interface KnownLog {
  observed: ObservedTransfer;
  known: KnownAs;
}

/**
 * Records a log in its paired row or in a new one. A transfer to a payout wallet or for a refund gets a row with its payment and refund. A
 * transfer below the floor, or an outgoing one for no refund, is recorded only as a sum. At an unproven wallet, only transfers with the
 * reference of one of its checkouts or of a refund are recorded.
 */
export async function recordLog(
  tx: Transaction,
  network: Network,
  { observed, known }: KnownLog,
  wallets: WatchedWallets,
  now: Date,
): Promise<Recorded> {
  if (known.kind === "same" || known.kind === "occupied") return { kind: "kept", transfer: known.row, isNew: false };
  const row = known.kind === "back" ? await lockTransfer(tx, known.row.id) : null;
  const place = await placeOf(tx, network, { observed, row }, wallets);
  if (place === null) return { kind: "unkept", money: unkeptOf(observed, wallets) };
  const match =
    place.receivers.length === 0
      ? noPayment
      : ((row && (await preserveDecision(tx, row))) ?? (await matchTransfer(tx, network, observed, row)));
  const set = {
    ...blockOf(observed),
    logIndex: observed.logIndex,
    ...match,
    ...(await partiesOf(tx, place, match)),
    ...refundOf(place, observed),
  };
  const transfer = row
    ? await updateTransfer(tx, row.id, { ...set, reorgedAt: null, finalAt: null })
    : await insertTransfer(tx, { ...factsOf(observed), ...set, seenAt: now });
  await insertPostings(tx, [...received(transfer, now), ...sent(transfer, now)]);
  if (row) await alignReturnsOf(tx, [transfer.id], now);
  await alignAndRecord(tx, transfer, now);
  if (place.refund) await alignPartsOfSource(tx, place.refund, now);
  if (place.refund && (transfer.refundProblem === "foreignWallet" || transfer.refundProblem === "wrongAddress"))
    await auditOdd(tx, place.refund, transfer, now);
  else if (place.refund) await notifyRefund(tx, place.refund, { kind: "refundSent", transfer, now });
  return { kind: "kept", transfer, isNew: true };
}

const noPayment = { paymentId: null, topUpId: null, boundBy: null, verdict: null };

/** The merchants and the refund that a log concerns. */
interface Place {
  receivers: string[];
  senders: string[];
  refund: RefundRow | null;
  /** True when the money left a wallet of the refund's merchant. */
  isOwn: boolean;
}

/** A log, and its row from a block that left the chain. */
interface RowedLog {
  observed: ObservedTransfer;
  row: TransferRow | null;
}

/** Returns null for a log that gets no row. */
async function placeOf(tx: Transaction, network: Network, log: RowedLog, wallets: WatchedWallets): Promise<Place | null> {
  const { observed } = log;
  const { blockNumber } = observed;
  if (observed.usdcUnits < network.dustFloorUnits) return null;
  const senders = wallets.ownersOf(observed.from, blockNumber, false);
  const refund = await findMeantRefund(tx, log, senders.length > 0 || wallets.isRefundWallet(observed.from));
  const receivers = wallets.ownersOf(observed.to, blockNumber, refund === null && (await isPaidThere(tx, observed)));
  if (refund === null && receivers.length === 0) return null;
  const isOwn = refund !== null && (await isMerchantsWallet(tx, refund.merchantId, observed.from));
  return { receivers, senders, refund, isOwn };
}

/** Returns true when the log's reference belongs to a checkout that pays to this wallet. A checkout for another wallet does not count. */
async function isPaidThere(tx: Transaction, { chainId, binding, to }: ObservedTransfer): Promise<boolean> {
  const payment = binding && (await findPaymentByBinding(tx, chainId, binding.hash));
  return payment !== null && sameAddress(payment.payeeAddress, to);
}

/** Finds the refund that a log is for. A reference decides alone, even when it leads nowhere. */
async function findMeantRefund(tx: Transaction, log: RowedLog, mayRefund: boolean): Promise<RefundRow | null> {
  const { chainId, binding } = log.observed;
  if (binding) return findRefundByBinding(tx, chainId, binding.hash);
  return mayRefund ? matchRefund(tx, log) : null;
}

/**
 * Finds the refund of an unbound transfer: the one of its earlier row, or the only open refund that fits. Contract wallets whose call
 * somebody else broadcasts cannot carry a reference.
 */
async function matchRefund(tx: Transaction, { observed, row }: RowedLog): Promise<RefundRow | null> {
  if (row?.refundId) return findRefund(tx, row.refundId);
  const [only, ...others] = await listFittingRefunds(tx, observed);
  return only === undefined || others.length > 0 ? null : only;
}

/** Determines the merchants of both wallets. An address may have belonged to two merchants; the payment or the refund then decides. */
async function partiesOf(tx: Transaction, { receivers, senders, refund, isOwn }: Place, { paymentId }: Pick<Match, "paymentId">) {
  const [receiver = null] = receivers;
  const payee = paymentId && receivers.length > 1 ? await findMerchantOfPayment(tx, paymentId) : null;
  return {
    merchantId: payee !== null && receivers.includes(payee) ? payee : receiver,
    senderMerchantId: refund !== null && isOwn ? refund.merchantId : (senders[0] ?? null),
  };
}

function refundOf({ refund, isOwn }: Place, observed: ObservedTransfer) {
  return { refundId: refund?.id ?? null, refundProblem: refund && problemOf(observed, refund, isOwn), givenBackAt: null };
}

/** Converts a log without a row to sums at the wallets that it touched. */
export function unkeptOf({ chainId, from, to, blockNumber, usdcUnits }: ObservedTransfer, wallets: WatchedWallets): RowlessMoney[] {
  const [receiver] = wallets.ownersOf(to, blockNumber, false);
  const [sender] = wallets.ownersOf(from, blockNumber, false);
  const place = { chainId, blockNumber };
  return [
    ...(receiver === undefined ? [] : [{ ...place, merchantId: receiver, walletAddress: to, inUnits: usdcUnits, outUnits: 0n }]),
    ...(sender === undefined ? [] : [{ ...place, merchantId: sender, walletAddress: from, inUnits: 0n, outUnits: usdcUnits }]),
  ];
}

/** Sums such money by wallet and block. */
export function addUp(money: readonly RowlessMoney[]): RowlessMoney[] {
  const sums = new Map<string, RowlessMoney>();
  for (const part of money) {
    const key = `${part.merchantId} ${part.walletAddress} ${part.blockNumber}`;
    const sum = sums.get(key) ?? { ...part, inUnits: 0n, outUnits: 0n };
    sums.set(key, { ...sum, inUnits: sum.inUnits + part.inUnits, outUnits: sum.outUnits + part.outUnits });
  }
  return [...sums.values()];
}

/** The block columns of a log's row. */
export function blockOf({ blockNumber, blockHash, blockTime }: ObservedTransfer) {
  return { blockNumber, blockHash, blockTime };
}

/** The columns of a log's row that do not depend on its block. */
export function factsOf(observed: ObservedTransfer): Omit<NewTransfer, "seenAt" | "blockNumber" | "blockHash" | "blockTime"> {
  return {
    chainId: observed.chainId,
    txHash: observed.txHash,
    logIndex: observed.logIndex,
    tokenAddress: observed.token,
    fromAddress: observed.from,
    toAddress: observed.to,
    usdcUnits: observed.usdcUnits,
    binding: observed.binding?.hash ?? null,
  };
}

async function auditOdd(tx: Transaction, refund: RefundRow, transfer: TransferRow, now: Date): Promise<void> {
  const data = { problem: transfer.refundProblem, usdc: formatUsdc(transfer.usdcUnits), txHash: transfer.txHash };
  await auditRefund(tx, refund, { what: "oddTransfer", at: now, data });
}
