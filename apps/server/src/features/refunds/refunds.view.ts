import { publicId } from "@hearth/domain/ids";
import { formatUsdc, usdcUnitsToWholeCents, wireAmount } from "@hearth/domain/money";
import { refundProblems } from "@hearth/domain/refunds/problems";
import { refundStatuses } from "@hearth/domain/refunds/status";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import { byHandView } from "./by-hand.ts";
import { refundStatusView } from "./refund-status.ts";
import { refundWalletView } from "./refund-destinations.view.ts";
import type { PaidChargeRow } from "../rent/charges/give-back.ts";
import type { ListedRefund, OddRefundTransferRow } from "./refunds.repo.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** A refund as its merchant sees it, with everything that its transfer needs. */
export const refundView = z.strictObject({
  _id: z.string(),
  paymentId: z.string(),
  /** The dispute that it is owed for. */
  disputeId: z.string().nullable(),
  /** The charge that it is of; null where none is named. */
  chargeId: z.string().nullable(),
  amount: z.number(),
  /** Base units of 6 decimals as a string of digits. */
  usdcUnits: z.string(),
  status: z.enum(refundStatuses),
  to: hex,
  /** What the transfer carries in its calldata. */
  binding: hex,
  transactionHash: z.string().nullable(),
  createdAt: isoTime,
  completedAt: isoTime.nullable(),
});
export type RefundView = z.infer<typeof refundView>;

/** A charge of a lease that a payment pays, which a refund of it can name. */
const paidChargeView = z.strictObject({ _id: z.string(), description: z.string(), isDeposit: z.boolean(), paid: z.number() });

export function viewPaidCharge({ chargeId, description, isDeposit, cents }: PaidChargeRow): z.infer<typeof paidChargeView> {
  return { _id: publicId("charge", chargeId), description, isDeposit, paid: wireAmount(cents) };
}

/** A row as its merchant sees it. */
export function viewRefund(row: ListedRefund): RefundView {
  if (row.paymentId === null) throw new Error(`The refund ${row.id} is of no payment`);
  return {
    _id: publicId("refund", row.id),
    paymentId: publicId("payment", row.paymentId),
    disputeId: row.disputeId === null ? null : publicId("dispute", row.disputeId),
    chargeId: row.chargeId === null ? null : publicId("charge", row.chargeId),
    amount: wireAmount(usdcUnitsToWholeCents(row.usdcUnits)),
    usdcUnits: String(row.usdcUnits),
    status: row.status,
    to: row.toAddress,
    binding: row.binding,
    transactionHash: row.txHash,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

/** A transfer for a refund that is not what was asked for. */
export const oddRefundTransferView = z.strictObject({
  _id: z.string(),
  refundId: z.string(),
  problem: z.enum(refundProblems),
  /** USDC as a decimal. */
  usdc: z.string(),
  /** Base units of 6 decimals as a string of digits. */
  usdcUnits: z.string(),
  from: hex,
  to: hex,
  transactionHash: z.string(),
  at: isoTime,
});
export type OddRefundTransferView = z.infer<typeof oddRefundTransferView>;

/** A row as its merchant sees it. */
export function viewOddRefundTransfer({ transfer, refundId, problem }: OddRefundTransferRow): OddRefundTransferView {
  return {
    _id: `${transfer.txHash}-${transfer.logIndex}`,
    refundId: publicId("refund", refundId),
    problem,
    usdc: formatUsdc(transfer.usdcUnits),
    usdcUnits: String(transfer.usdcUnits),
    from: transfer.fromAddress,
    to: transfer.toAddress,
    transactionHash: transfer.txHash,
    at: transfer.blockTime.toISOString(),
  };
}

/** The refunds of a payment, and what more could be paid back and where to. */
export const paymentRefundsView = z.strictObject({
  items: refundView.array(),
  /** What was sent for the payment's refunds otherwise than asked. */
  oddTransfers: oddRefundTransferView.array(),
  /** What the payment's approved disputes are owed. */
  owed: refundStatusView.extend({ disputeId: z.string() }).array(),
  /** In dollars. */
  refundable: z.number(),
  /** As much of that as came in beyond the payment's amount, in dollars. */
  extra: z.number(),
  /** The charges of its lease that it pays, the last due first: a refund can name one of them. */
  charges: paidChargeView.array(),
  /** Where a refund goes and why, or why nobody knows yet; without a wallet nothing can be sent. */
  ...refundWalletView.shape,
  /** The name of the payer, who is asked where nobody knows. */
  payer: z.string(),
  /** The merchant's wallets that a refund counts from, the current payout wallet first. */
  from: hex.array(),
  /** Whether a wallet to refund from has to be proven first, because the merchant is paid at an exchange only. */
  isWalletNeeded: z.boolean(),
  /** How the open refund can be sent from any app; null where none is open. */
  byHand: byHandView.nullable(),
});
export type PaymentRefundsView = z.infer<typeof paymentRefundsView>;
