import { explorerTxUrl } from "@hearth/chain/networks";
import { publicId } from "@hearth/domain/ids";
import { formatUsdc, wireAmount } from "@hearth/domain/money";
import { paymentStatuses, transferVerdicts } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import type { TransferRow } from "../../ledger/transfers.repo.ts";
import type { ClaimOnTransfer } from "../claims/claims.repo.ts";
import { claimOnTransferView, viewClaimOnTransfer } from "../claims/claims.view.ts";
import { outcomeView, type ShortRow, shortView, viewOutcome, viewShort } from "../rows/short.view.ts";
import type { CandidateRow, UnmatchedTransferRow } from "./unmatched-transfers.repo.ts";

const paymentBrief = z.strictObject({
  _id: z.string(),
  payer: z.string(),
  aptNumber: z.string().nullable(),
  description: z.string(),
  amount: z.number(),
  status: z.enum(paymentStatuses),
  createdAt: isoTime,
});

/** A candidate payment of a transfer. Likely when its payer once linked the sending wallet. */
export const candidateView = paymentBrief.extend({
  isLikely: z.boolean(),
  /** Received and missing, when the transfer would be another part. */
  short: shortView,
  outcome: outcomeView,
});
export type CandidateView = z.infer<typeof candidateView>;

/** Money that could be attached to a payment. */
export const attachableView = z.strictObject({
  _id: z.string(),
  /** USDC with separators: `1,450.00`. */
  usdc: z.string(),
  from: z.string(),
  transactionHash: z.string(),
  explorerUrl: z.string().nullable(),
  receivedAt: isoTime,
  outcome: outcomeView,
});
export type AttachableView = z.infer<typeof attachableView>;

/** Money in the merchant's wallet without a payment. */
export const unmatchedTransferView = z.strictObject({
  _id: z.string(),
  verdict: z.enum(transferVerdicts),
  /** USDC with separators: `1,450.00`. */
  usdc: z.string(),
  from: z.string(),
  transactionHash: z.string(),
  explorerUrl: z.string().nullable(),
  receivedAt: isoTime,
  /** IANA zone in which its times are shown: its merchant's. */
  timeZone: z.string(),
  /** The payment that a short or duplicate transfer was meant for, or that it is attached to. */
  meantFor: paymentBrief.nullable(),
  /** True when a person attached it. */
  isAttached: z.boolean(),
  suggestion: candidateView.nullable(),
  /** The payers' claims on it, oldest first. */
  claims: claimOnTransferView.array(),
  setAsideAt: isoTime.nullable(),
  /** The open or completed return to its sender: since when, or with which transaction. */
  sendBack: z
    .strictObject({
      status: z.enum(["begun", "sentBack"]),
      at: isoTime,
      transactionHash: z.string().nullable(),
      explorerUrl: z.string().nullable(),
    })
    .nullable(),
});
export type OddTransferView = z.infer<typeof unmatchedTransferView>;

export const unmatchedTransferPageView = z.strictObject({
  items: unmatchedTransferView.array(),
  nextCursor: z.string().nullable(),
  /** Number of transfers that need attention, independent of the filter. */
  openCount: z.number().int(),
});
export type UnmatchedTransferPageView = z.infer<typeof unmatchedTransferPageView>;

interface ListedTransfer {
  row: UnmatchedTransferRow;
  suggestion: CandidateRow | undefined;
  claims: ClaimOnTransfer[];
}

export function viewOddTransfer(deps: Deps, { row, suggestion, claims }: ListedTransfer): OddTransferView {
  const { transfer, payment, payer } = row;
  return {
    _id: publicId("transfer", transfer.id),
    verdict: transfer.verdict ?? "unmatched",
    usdc: formatUsdc(transfer.usdcUnits),
    from: transfer.fromAddress,
    transactionHash: transfer.txHash,
    explorerUrl: explorerTxUrl(deps.network, transfer.txHash),
    receivedAt: transfer.blockTime.toISOString(),
    timeZone: row.merchant.timeZone,
    meantFor: payment && payer ? viewBrief({ payment, payer }) : null,
    isAttached: transfer.boundBy === "admin",
    suggestion: suggestion ? viewCandidate(suggestion) : null,
    claims: claims.map((claim) => viewClaimOnTransfer(claim, transfer)),
    setAsideAt: transfer.setAsideAt?.toISOString() ?? null,
    sendBack: viewSendBack(deps, row),
  };
}

function viewSendBack({ network }: Deps, { begunAt, sentBackBy }: UnmatchedTransferRow): OddTransferView["sendBack"] {
  if (sentBackBy !== null) {
    const { txHash, blockTime } = sentBackBy;
    return { status: "sentBack", at: blockTime.toISOString(), transactionHash: txHash, explorerUrl: explorerTxUrl(network, txHash) };
  }
  return begunAt && { status: "begun", at: begunAt.toISOString(), transactionHash: null, explorerUrl: null };
}

export function viewCandidate(row: CandidateRow): CandidateView {
  return { ...viewBrief(row), isLikely: row.isLikely, short: viewShort(row), outcome: viewOutcome(row, row.usdcUnits) };
}

export function viewAttachable({ network }: Deps, transfer: TransferRow, payment: ShortRow): AttachableView {
  return {
    _id: publicId("transfer", transfer.id),
    usdc: formatUsdc(transfer.usdcUnits),
    from: transfer.fromAddress,
    transactionHash: transfer.txHash,
    explorerUrl: explorerTxUrl(network, transfer.txHash),
    receivedAt: transfer.blockTime.toISOString(),
    outcome: viewOutcome(payment, transfer.usdcUnits),
  };
}

function viewBrief({ payment, payer }: Pick<CandidateRow, "payment" | "payer">): z.infer<typeof paymentBrief> {
  return {
    _id: publicId("payment", payment.id),
    payer: `${payer.firstName} ${payer.lastName}`,
    aptNumber: payment.aptNumber,
    description: payment.description,
    amount: wireAmount(payment.amountCents),
    status: payment.status,
    createdAt: payment.createdAt.toISOString(),
  };
}
