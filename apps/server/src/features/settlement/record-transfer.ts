import { sameAddress } from "@hearth/chain/addresses";
import { judgeTransfer } from "@hearth/chain/judge-transfer";
import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { centsToUsdcUnits, usdcUnitsToCents } from "@hearth/domain/money";
import type { TransferVerdict } from "@hearth/domain/payments/status";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { lockPayment, lockPaymentByBinding, type PaymentRow } from "../ledger/payments.repo.ts";
import {
  hasMatchedTransfer,
  insertTransfer,
  listCandidates,
  lockTransferByLog,
  type NewTransfer,
  type TransferRow,
  updateTransfer,
} from "../ledger/transfers.repo.ts";

type Match = Pick<NewTransfer, "paymentId" | "boundBy"> & { verdict: TransferVerdict };
const noMatch: Match = { paymentId: null, boundBy: null, verdict: "unmatched" };

/**
 * Keeps a transfer that the chain shows, and decides which payment it is for. Idempotent: what is known in the same block is left alone;
 * what comes back in another block keeps its row. Counting it is another step. Runs under the cursor's lock.
 */
export async function recordTransfer(
  tx: Transaction,
  network: Network,
  observed: ObservedTransfer,
  merchantId: string,
  now: Date,
): Promise<TransferRow> {
  const known = await lockTransferByLog(tx, observed);
  if (known && known.orphanedAt === null && known.blockHash === observed.blockHash) return known;
  const match = (known && (await keepAttached(tx, known))) ?? (await matchTransfer(tx, network, observed));
  const place = { blockNumber: observed.blockNumber, blockHash: observed.blockHash, blockTime: observed.blockTime };
  const row = known
    ? await updateTransfer(tx, known.id, { ...place, ...match, merchantId, orphanedAt: null, finalAt: null })
    : await insertTransfer(tx, { ...facts(observed), ...place, ...match, merchantId, seenAt: now });
  await tellPayment(tx, row, now);
  return row;
}

/** What a person or the onramp has said about a transfer holds on when its block changes, unless its payment was paid by another one meanwhile. */
async function keepAttached(tx: Transaction, known: TransferRow): Promise<Match | null> {
  const { paymentId, boundBy, verdict } = known;
  if ((boundBy !== "admin" && boundBy !== "onramp") || verdict !== "matched" || paymentId === null) return null;
  const payment = await lockPayment(tx, paymentId);
  if (payment?.transferId || (await hasMatchedTransfer(tx, paymentId))) return null;
  return { paymentId, boundBy, verdict };
}

function facts(observed: ObservedTransfer) {
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

/**
 * Finds the payment that a transfer is for. A reference decides alone, even when it leads nowhere. Without one, the sender must be a
 * proven wallet of the payer and exactly one open payment must fit; when none was open, exactly one that had ended within the last day.
 */
export async function matchTransfer(tx: Transaction, network: Network, observed: ObservedTransfer): Promise<Match> {
  if (observed.binding) {
    const payment = await lockPaymentByBinding(tx, observed.chainId, observed.binding.hash);
    return payment ? matchByReference(tx, network, observed, payment) : noMatch;
  }
  if (sameAddress(observed.from, observed.to)) return noMatch;
  const cents = usdcUnitsToCents(observed.usdcUnits);
  if (cents === null || !Number.isSafeInteger(cents) || cents > 2 ** 31 - 1) return noMatch;
  const candidates = await listCandidates(tx, observed, cents);
  const open = candidates.filter((candidate) => candidate.open);
  const [only, ...others] = open.length > 0 ? open : candidates;
  if (!only || others.length > 0) return noMatch;
  await lockPayment(tx, only.id);
  return { paymentId: only.id, boundBy: "wallet", verdict: "matched" };
}

async function matchByReference(tx: Transaction, network: Network, observed: ObservedTransfer, payment: PaymentRow): Promise<Match> {
  const judgement = judgeTransfer(
    observed,
    expectedOf(payment, []),
    { head: observed.blockNumber, safe: null, canonicalHash: observed.blockHash },
    network,
  );
  const boundBy = observed.binding?.by ?? null;
  if (judgement.kind === "mismatch") {
    return judgement.reason === "short" ? { paymentId: payment.id, boundBy, verdict: "short" } : noMatch;
  }
  const taken = payment.transferId !== null || (await hasMatchedTransfer(tx, payment.id));
  return { paymentId: payment.id, boundBy, verdict: taken ? "duplicate" : "matched" };
}

/** What a payment waits for, as the judge wants it. */
export function expectedOf(payment: PaymentRow, payerAddresses: `0x${string}`[]) {
  return {
    chainId: payment.chainId,
    usdcAddress: payment.tokenAddress,
    payeeAddress: payment.payeeAddress,
    usdcUnits: centsToUsdcUnits(payment.amountCents),
    createdAt: payment.createdAt,
    binding: payment.binding,
    payerAddresses,
    amountCents: payment.amountCents,
  };
}

const eventOfVerdict = { matched: "seen", short: "shortSeen", duplicate: "duplicateSeen" } as const;

/** Writes into the payment's life what was seen for it; an unmatched transfer has no payment to tell. */
export async function tellPayment(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  if (transfer.paymentId === null || transfer.verdict === "unmatched") return;
  await insertPaymentEvent(tx, {
    paymentId: transfer.paymentId,
    type: eventOfVerdict[transfer.verdict],
    data: transferData(transfer),
    at: now,
  });
}

/** The transfer as an event carries it. */
export function transferData(transfer: TransferRow) {
  return {
    transferId: transfer.id,
    txHash: transfer.txHash,
    blockNumber: transfer.blockNumber.toString(),
    usdcUnits: transfer.usdcUnits.toString(),
  };
}
