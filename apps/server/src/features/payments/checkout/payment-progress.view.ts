import { confirmationsOf } from "@hearth/chain/judge-transfer";
import { explorerTxUrl } from "@hearth/chain/networks";
import { onrampOrderStates } from "@hearth/db/schema/onramp-orders";
import { formatUsdc } from "@hearth/domain/money";
import { paymentEventTypes, transferVerdicts } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import { findCursor } from "../../ledger/chain-cursor.repo.ts";
import { findPurchase, hasMoneyForOrderOf } from "../../ledger/onramp-orders.repo.ts";
import { listPaymentEvents } from "../../ledger/payment-events.repo.ts";
import type { PaymentRow } from "../../ledger/payments.repo.ts";
import type { CheckoutRow } from "../../ledger/top-ups.repo.ts";
import { countOthersOfPayment, listOthersOfPayment, listPayingTransfers, type TransferRow } from "../../ledger/transfers.repo.ts";

/** About how many two-second blocks the `safe` mark lags behind; only for showing progress. */
const usualSafeDepth = 60;

/** One answer shows so many transfers that do not count; anybody who has seen the reference on the chain can send more. */
const mostOthers = 20;

export const transferView = z.strictObject({
  txHash: z.string(),
  explorerUrl: z.string().nullable(),
  verdict: z.enum(transferVerdicts),
  /** USDC with separators: `1,450.00`. */
  usdc: z.string(),
  from: z.string(),
  confirmations: z.number().int(),
  needed: z.number().int(),
  seenAt: isoTime,
  /** The transaction with which all of it had gone back to the wallet that it came from. */
  sentBack: z.strictObject({ transactionHash: z.string(), explorerUrl: z.string().nullable(), at: isoTime }).nullable(),
});

export const timelineEntry = z.strictObject({ type: z.enum(paymentEventTypes), at: isoTime, note: z.string().nullable() });

/**
 * How far a payment has come: its life so far, what pays it, money that was meant for it but does not fit, and what the
 * onramp says of a purchase for it (its word, which proves nothing).
 */
export const progressView = z.strictObject({
  /** The transfer that pays it, or the last of its parts. */
  transfer: transferView.nullable(),
  /** The transfers that pay it together, in the chain's order; none where one pays it alone. */
  parts: z.array(transferView),
  /** The oldest of them; `othersCount` says how many there are. */
  others: z.array(transferView),
  othersCount: z.number().int(),
  /** `hasArrived`: its money has probably reached the payee, and only the onramp's word is missing. */
  purchase: z.strictObject({ state: z.enum(onrampOrderStates), at: isoTime, hasArrived: z.boolean() }).nullable(),
  timeline: z.array(timelineEntry),
});
export type ProgressView = z.infer<typeof progressView>;

/** Reads a payment's progress from our own records; the chain is never asked here. */
export async function loadProgress(deps: Deps, checkout: CheckoutRow): Promise<ProgressView> {
  const { payment } = checkout;
  const [cursor, paying, others, othersCount, purchase, hasArrived, events] = await Promise.all([
    findCursor(deps.db, payment.chainId),
    listPayingTransfers(deps.db, payment.id),
    listOthersOfPayment(deps.db, payment.id, mostOthers),
    countOthersOfPayment(deps.db, payment.id),
    findPurchase(deps.db, payment.id),
    hasMoneyForOrderOf(deps.db, checkout),
    listPaymentEvents(deps.db, payment.id),
  ]);
  const head = cursor?.blockNumber ?? 0n;
  const last = paying.at(-1);
  return {
    transfer: last ? toTransferView(deps, payment, { transfer: last, sentBackBy: null }, head) : null,
    parts: paying.length < 2 ? [] : paying.map((transfer) => toTransferView(deps, payment, { transfer, sentBackBy: null }, head)),
    others: others.map((other) => toTransferView(deps, payment, other, head)),
    othersCount,
    purchase: purchase && { state: purchase.state, at: purchase.createdAt.toISOString(), hasArrived: hasArrived && !last },
    timeline: events.map((event) => ({ type: event.type, at: event.at.toISOString(), note: event.data.note ?? null })),
  };
}

function isPaying({ verdict }: TransferRow): boolean {
  return verdict === "matched" || verdict === "part";
}

function toTransferView(
  deps: Deps,
  payment: PaymentRow,
  { transfer, sentBackBy }: { transfer: TransferRow; sentBackBy: TransferRow | null },
  head: bigint,
) {
  const rule = deps.network.confirmations(payment.amountCents);
  const needed = rule.kind === "depth" ? rule.blocks : usualSafeDepth;
  const confirmations = Math.min(confirmationsOf(transfer.blockNumber, head), needed);
  return {
    txHash: transfer.txHash,
    explorerUrl: explorerTxUrl(deps.network, transfer.txHash),
    verdict: transfer.verdict ?? "unmatched",
    usdc: formatUsdc(transfer.usdcUnits),
    from: transfer.fromAddress,
    confirmations: payment.status === "completed" && isPaying(transfer) ? needed : confirmations,
    needed,
    seenAt: transfer.seenAt.toISOString(),
    sentBack: sentBackBy && viewSentBack(deps, sentBackBy),
  };
}

function viewSentBack({ network }: Deps, { txHash, blockTime }: TransferRow) {
  return { transactionHash: txHash, explorerUrl: explorerTxUrl(network, txHash), at: blockTime.toISOString() };
}
