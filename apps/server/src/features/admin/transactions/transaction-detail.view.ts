import { confirmationsOf } from "@hearth/chain/judge-transfer";
import { explorerTxUrl } from "@hearth/chain/networks";
import { formatUsdc } from "@hearth/domain/money";
import { paymentEventTypes, transferBindings, transferVerdicts } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import { readRefundWallet } from "../../refunds/refund-destinations.service.ts";
import { refundWalletView } from "../../refunds/refund-destinations.view.ts";
import { readOddTransfers, readRefundsOf } from "../../refunds/refunds.service.ts";
import { oddRefundTransferView, refundView } from "../../refunds/refunds.view.ts";
import { findChainHead } from "../rows/chain-head.repo.ts";
import { type EventRow, listEventsOfPayment, listTransfersOfPayment, type TransactionRow, type TransferRow } from "./transactions.repo.ts";
import { transactionView, viewTransaction } from "./transactions.view.ts";

const eventView = z.strictObject({
  type: z.enum(paymentEventTypes),
  at: isoTime,
  /** The name of the person who did it; null for the product itself. */
  by: z.string().nullable(),
  note: z.string().nullable(),
  transactionHash: z.string().nullable(),
  blockNumber: z.string().nullable(),
  usdc: z.string().nullable(),
});

const judgedTransferView = z.strictObject({
  transactionHash: z.string(),
  explorerUrl: z.string().nullable(),
  logIndex: z.number().int(),
  blockNumber: z.string(),
  blockHash: z.string(),
  blockTime: isoTime,
  from: z.string(),
  to: z.string(),
  usdc: z.string(),
  verdict: z.enum(transferVerdicts),
  /** The rule that bound it to this payment. */
  boundBy: z.enum(transferBindings).nullable(),
  /** True where it counts for the payment: it completed the payment alone, or is one of the parts that did. */
  isCounted: z.boolean(),
  /** The transaction that returned all of it to its sender. */
  sentBackWith: z.string().nullable(),
  confirmations: z.number().int(),
  finalAt: isoTime.nullable(),
  orphanedAt: isoTime.nullable(),
});

/** A payment with its parties, its timeline, and each of its transfers with verdict. */
export const transactionDetailView = z.strictObject({
  ...transactionView.shape,
  blockchainNetwork: z.string(),
  expiresAt: isoTime,
  timeline: eventView.array(),
  transfers: judgedTransferView.array(),
  refunds: refundView.array(),
  /** The wallet that refunds go to, or the time since when the payer is asked for one; null before the payment is completed. */
  refundWallet: refundWalletView.nullable(),
  /** Transfers sent for the refunds that differ from what was due. */
  oddRefundTransfers: oddRefundTransferView.array(),
});
export type TransactionDetailView = z.infer<typeof transactionDetailView>;

/** Shows a payment with its timeline and transfers, from our own records only; makes no call to the chain. */
export async function viewTransactionDetail(deps: Deps, row: TransactionRow): Promise<TransactionDetailView> {
  const { payment } = row;
  const [head, events, transfers, refunds, refundWallet, oddRefundTransfers] = await Promise.all([
    findChainHead(deps.db, payment.chainId),
    listEventsOfPayment(deps.db, payment.id),
    listTransfersOfPayment(deps.db, payment.id),
    readRefundsOf(deps, payment.id),
    payment.status === "completed" ? readRefundWallet(deps, payment.id) : null,
    readOddTransfers(deps, payment.id),
  ]);
  return {
    ...viewTransaction(row),
    blockchainNetwork: deps.network.label,
    expiresAt: payment.expiresAt.toISOString(),
    timeline: events.map(viewEvent),
    transfers: transfers.map((transfer) =>
      viewTransfer(deps, transfer, { head: head?.blockNumber ?? 0n, isPaid: payment.status === "completed" }),
    ),
    refunds,
    refundWallet,
    oddRefundTransfers,
  };
}

function viewEvent({ event, firstName, lastName }: EventRow): z.infer<typeof eventView> {
  const { note, txHash, blockNumber, usdcUnits } = event.data;
  return {
    type: event.type,
    at: event.at.toISOString(),
    by: firstName === null ? null : `${firstName} ${lastName}`,
    note: note ?? null,
    transactionHash: txHash ?? null,
    blockNumber: blockNumber ?? null,
    usdc: usdcUnits === undefined ? null : formatUsdc(BigInt(usdcUnits)),
  };
}

function viewTransfer(
  deps: Deps,
  transfer: TransferRow,
  { head, isPaid }: { head: bigint; isPaid: boolean },
): z.infer<typeof judgedTransferView> {
  return {
    transactionHash: transfer.txHash,
    explorerUrl: explorerTxUrl(deps.network, transfer.txHash),
    logIndex: transfer.logIndex,
    blockNumber: String(transfer.blockNumber),
    blockHash: transfer.blockHash,
    blockTime: transfer.blockTime.toISOString(),
    from: transfer.fromAddress,
    to: transfer.toAddress,
    usdc: formatUsdc(transfer.usdcUnits),
    verdict: transfer.verdict ?? "unmatched",
    boundBy: transfer.boundBy,
    isCounted: isPaid && transfer.reorgedAt === null && (transfer.verdict === "matched" || transfer.verdict === "part"),
    sentBackWith: transfer.sentBackWith,
    confirmations: transfer.reorgedAt === null ? confirmationsOf(transfer.blockNumber, head) : 0,
    finalAt: transfer.finalAt?.toISOString() ?? null,
    orphanedAt: transfer.reorgedAt?.toISOString() ?? null,
  };
}
