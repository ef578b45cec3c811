import { confirmationsOf } from "@hearth/chain/judge-transfer";
import { explorerTxUrl } from "@hearth/chain/networks";
import { onrampOrderStates } from "@hearth/db/schema/onramp-orders";
import { HearthError } from "@hearth/domain/errors";
import { formatUsdc } from "@hearth/domain/money";
import { paymentEventTypes, transferVerdicts } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import type { PaymentRow } from "../../ledger/payments.repo.ts";
import { findProgress, type ProgressRow, type ProgressTransfer } from "../rows/payment-progress.repo.ts";

/** Usual lag of the `safe` block in two-second blocks. Only for displaying progress. */
const usualSafeDepth = 60;

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
  /** The transaction that completed the return of the whole transfer to its sender. */
  sentBack: z.strictObject({ transactionHash: z.string(), explorerUrl: z.string().nullable(), at: isoTime }).nullable(),
});

export const timelineEntry = z.strictObject({ type: z.enum(paymentEventTypes), at: isoTime, note: z.string().nullable() });

/**
 * A payment's progress: timeline, transfers that pay it, money meant for it that does not fit, and the onramp's report of a purchase. The
 * report proves nothing.
 */
export const progressView = z.strictObject({
  /** Property and unit, `Juniper Court 4B`; null without a lease. */
  place: z.string().nullable(),
  /** The transfer that pays it, or the last of its parts. */
  transfer: transferView.nullable(),
  /** The parts in chain order; empty when one transfer pays it alone. */
  parts: z.array(transferView),
  /** The oldest of the other transfers; `othersCount` is their total. */
  others: z.array(transferView),
  othersCount: z.number().int(),
  /** `hasArrived`: the money has probably reached the payee, and only the onramp's confirmation is missing. */
  purchase: z.strictObject({ state: z.enum(onrampOrderStates), at: isoTime, hasArrived: z.boolean() }).nullable(),
  timeline: z.array(timelineEntry),
});
export type ProgressView = z.infer<typeof progressView>;

/** Loads a payment's progress from the database alone; no chain calls. */
export async function loadProgress(deps: Deps, paymentId: string): Promise<ProgressView> {
  const row = await findProgress(deps.db, paymentId);
  if (row === null) throw new HearthError("NOT_FOUND");
  return viewProgress(deps, row);
}

export function viewProgress(deps: Deps, row: ProgressRow): ProgressView {
  const { payment, place, paying, others, othersCount, purchase, hasMoneyForOrder, events } = row;
  const head = row.head ?? 0n;
  const last = paying.at(-1);
  return {
    place,
    transfer: last ? viewTransfer(deps, payment, last, head) : null,
    parts: paying.length < 2 ? [] : paying.map((transfer) => viewTransfer(deps, payment, transfer, head)),
    others: others.map((other) => viewTransfer(deps, payment, other, head)),
    othersCount,
    purchase: purchase && { state: purchase.state, at: purchase.createdAt.toISOString(), hasArrived: hasMoneyForOrder && !last },
    timeline: events.map((event) => ({ type: event.type, at: event.at.toISOString(), note: event.data.note ?? null })),
  };
}

function isPaying({ verdict }: ProgressTransfer): boolean {
  return verdict === "matched" || verdict === "part";
}

type SentBackBy = ProgressRow["others"][number]["sentBackBy"];

function viewTransfer(deps: Deps, payment: PaymentRow, transfer: ProgressTransfer & { sentBackBy?: SentBackBy }, head: bigint) {
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
    sentBack: transfer.sentBackBy ? viewSentBack(deps, transfer.sentBackBy) : null,
  };
}

function viewSentBack({ network }: Deps, { txHash, blockTime }: NonNullable<SentBackBy>) {
  return { transactionHash: txHash, explorerUrl: explorerTxUrl(network, txHash), at: blockTime.toISOString() };
}
