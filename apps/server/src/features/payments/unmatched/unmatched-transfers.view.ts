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

/** A payment that a transfer could be for; likely where its payer once linked the sending wallet. */
export const candidateView = paymentBrief.extend({
  isLikely: z.boolean(),
  /** What of it has arrived, and what is missing, where the transfer would be a further part of it. */
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

/** Money in the merchant's wallet that no payment has. */
export const unmatchedTransferView = z.strictObject({
  _id: z.string(),
  verdict: z.enum(transferVerdicts),
  /** USDC with separators: `1,450.00`. */
  usdc: z.string(),
  from: z.string(),
  transactionHash: z.string(),
  explorerUrl: z.string().nullable(),
  receivedAt: isoTime,
  /** The payment that a short or second transfer was meant for, or that one is attached to. */
  meantFor: paymentBrief.nullable(),
  /** Whether a person has attached it to that payment. */
  isAttached: z.boolean(),
  suggestion: candidateView.nullable(),
  /** What payers say to have paid with it, oldest first. */
  claims: claimOnTransferView.array(),
  setAsideAt: isoTime.nullable(),
  /** Where its money is going back to its sender, since when, or with which transaction all of it had gone back. */
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
  /** How much money still asks for a look, whatever is listed. */
  openCount: z.number().int(),
});
export type UnmatchedTransferPageView = z.infer<typeof unmatchedTransferPageView>;

/** A transfer, the payment it is most likely for, and who claims it. */
interface ListedTransfer {
  row: UnmatchedTransferRow;
  suggestion: CandidateRow | undefined;
  claims: ClaimOnTransfer[];
}

/** A transfer with what it was meant for, or what it most likely is for. */
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

/** A payment that a transfer could be for. */
export function viewCandidate(row: CandidateRow): CandidateView {
  return { ...viewBrief(row), isLikely: row.isLikely, short: viewShort(row), outcome: viewOutcome(row, row.usdcUnits) };
}

/** A transfer as it is offered at a payment. */
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
