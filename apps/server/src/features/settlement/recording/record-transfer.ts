import { sameAddress } from "@hearth/chain/addresses";
import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { received, sent } from "@hearth/db/postings";
import { formatUsdc } from "@hearth/domain/money";
import { insertPostings, type UnkeptMoney } from "../../ledger/journal.repo.ts";
import { findMerchantOfPayment, findPaymentByBinding } from "../../ledger/payments.repo.ts";
import { findRefund, findRefundByBinding, isMerchantsWallet, listFittingRefunds, type RefundRow } from "../../ledger/refunds.repo.ts";
import { insertTransfer, lockTransfer, type NewTransfer, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { alignPartsOfSource } from "./align-parts.ts";
import { keepDecided, type Match, matchTransfer } from "./match-payment.ts";
import { tellRefund } from "../returns/refund-notices.ts";
import { alignReturnsOf } from "../returns/settle-refund.ts";
import { alignAndTell } from "./transfer-events.ts";
import { type KnownAs, loadKnownRows } from "./known-rows.ts";
import type { WatchedWallets } from "./watched-wallets.ts";
import { auditRefund } from "../returns/audit-refund.ts";
import { problemOf } from "../returns/classify-refund-transfer.ts";

/** Result of recording a log: the row that keeps it and whether this call wrote it, or money that is only added up. */
export type Recorded = { kind: "kept"; transfer: TransferRow; isNew: boolean } | { kind: "unkept"; money: UnkeptMoney[] };

/**
 * Records a transfer that the chain shows. Same result as `recordTransfers` with a page of one. Idempotent: a log that has its row in the same
 * block is left alone. Money that comes back in another block keeps its row, at whatever log index. Counting is another step. Runs under the
 * cursor's lock.
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

/** A log, and what the ledger has for it. */
export interface KnownLog {
  observed: ObservedTransfer;
  known: KnownAs;
}

/**
 * Records a log as the row that it was paired with, or as a new one. A transfer to a payout wallet or for a refund becomes a row with its payment and
 * refund. A transfer below the floor, or one that went out for no refund, is only added up. An unproven wallet receives only transfers that carry the
 * reference of one of its checkouts or of a refund.
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
    place.receivers.length === 0 ? noPayment : ((row && (await keepDecided(tx, row))) ?? (await matchTransfer(tx, network, observed, row)));
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
  await alignAndTell(tx, transfer, now);
  if (place.refund) await alignPartsOfSource(tx, place.refund, now);
  if (place.refund && (transfer.refundProblem === "foreignWallet" || transfer.refundProblem === "wrongAddress"))
    await auditOdd(tx, place.refund, transfer, now);
  else if (place.refund) await tellRefund(tx, place.refund, { kind: "refundSent", transfer, now });
  return { kind: "kept", transfer, isNew: true };
}

const noPayment = { paymentId: null, topUpId: null, boundBy: null, verdict: null };

/** Whom a log that is kept concerns. */
interface Place {
  receivers: string[];
  senders: string[];
  refund: RefundRow | null;
  /** Whether it left a wallet of the refund's merchant. */
  isOwn: boolean;
}

/** A log, and the row of its money whose block had left the chain. */
interface RowedLog {
  observed: ObservedTransfer;
  row: TransferRow | null;
}

/** Null for a log that is not kept. */
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

/** Whether a log carries the reference of a checkout for the wallet that it reached: about any other wallet a reference says nothing. */
async function isPaidThere(tx: Transaction, { chainId, binding, to }: ObservedTransfer): Promise<boolean> {
  const payment = binding && (await findPaymentByBinding(tx, chainId, binding.hash));
  return payment !== null && sameAddress(payment.payeeAddress, to);
}

/** The refund that a log is for: its reference decides alone, even when it leads nowhere. */
async function findMeantRefund(tx: Transaction, log: RowedLog, mayRefund: boolean): Promise<RefundRow | null> {
  const { chainId, binding } = log.observed;
  if (binding) return findRefundByBinding(tx, chainId, binding.hash);
  return mayRefund ? matchRefund(tx, log) : null;
}

/**
 * The refund that money without a reference is for, as a payer's is matched by the wallet: the one that its row was kept for before, or the
 * only open one that fits. Contract wallets whose call somebody else carries have no other way to say it.
 */
async function matchRefund(tx: Transaction, { observed, row }: RowedLog): Promise<RefundRow | null> {
  if (row?.refundId) return findRefund(tx, row.refundId);
  const [only, ...others] = await listFittingRefunds(tx, observed);
  return only === undefined || others.length > 0 ? null : only;
}

/** Whose wallets a transfer touched: an address may have been two merchants', and then the payment or the refund says whose it is. */
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

/** A log that is not kept, as money at the wallets that it touched. */
export function unkeptOf({ chainId, from, to, blockNumber, usdcUnits }: ObservedTransfer, wallets: WatchedWallets): UnkeptMoney[] {
  const [receiver] = wallets.ownersOf(to, blockNumber, false);
  const [sender] = wallets.ownersOf(from, blockNumber, false);
  const place = { chainId, blockNumber };
  return [
    ...(receiver === undefined ? [] : [{ ...place, merchantId: receiver, walletAddress: to, inUnits: usdcUnits, outUnits: 0n }]),
    ...(sender === undefined ? [] : [{ ...place, merchantId: sender, walletAddress: from, inUnits: 0n, outUnits: usdcUnits }]),
  ];
}

/** Adds up what is not kept by wallet and block. */
export function addUp(money: readonly UnkeptMoney[]): UnkeptMoney[] {
  const sums = new Map<string, UnkeptMoney>();
  for (const part of money) {
    const key = `${part.merchantId} ${part.walletAddress} ${part.blockNumber}`;
    const sum = sums.get(key) ?? { ...part, inUnits: 0n, outUnits: 0n };
    sums.set(key, { ...sum, inUnits: sum.inUnits + part.inUnits, outUnits: sum.outUnits + part.outUnits });
  }
  return [...sums.values()];
}

/** The block that holds a log, as its row keeps it. */
export function blockOf({ blockNumber, blockHash, blockTime }: ObservedTransfer) {
  return { blockNumber, blockHash, blockTime };
}

/** What a log says wherever its block is, as its row keeps it. */
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
