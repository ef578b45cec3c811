import { publicId } from "@hearth/domain/ids";
import { formatUsdc, usdcUnitsToWholeCents, wireAmount } from "@hearth/domain/money";
import { refundProblems } from "@hearth/domain/refunds/problems";
import { refundStatuses } from "@hearth/domain/refunds/status";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import { byHandView } from "./by-hand.ts";
import { viewWalletSend } from "../payments/relay/wallet-sends.view.ts";
import type { SentRelay } from "../ledger/relays.repo.ts";
import { refundStatusView } from "./refund-status.ts";
import { refundWalletView } from "./refund-destinations.view.ts";
import type { PaidChargeRow } from "../rent/charges/give-back.ts";
import type { ListedRefund, OddRefundTransferRow } from "./refunds.repo.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** A refund as its merchant sees it, with everything that its transfer needs. */
export const refundView = z.strictObject({
  _id: z.string(),
  paymentId: z.string(),
  /** The dispute that the refund is for. */
  disputeId: z.string().nullable(),
  /** The charge that is refunded; null when none is named. */
  chargeId: z.string().nullable(),
  amount: z.number(),
  /** Base units (6 decimals) as a string of digits. */
  usdcUnits: z.string(),
  status: z.enum(refundStatuses),
  to: hex,
  /** Calldata suffix of the transfer. */
  binding: hex,
  transactionHash: z.string().nullable(),
  /** A transfer that the chain shows and that does not count yet. */
  seenTransactionHash: z.string().nullable(),
  createdAt: isoTime,
  completedAt: isoTime.nullable(),
});
export type RefundView = z.infer<typeof refundView>;

/** A lease charge that the payment pays and a refund can name. */
const paidChargeView = z.strictObject({ _id: z.string(), description: z.string(), isDeposit: z.boolean(), paid: z.number() });

export function viewPaidCharge({ chargeId, description, isDeposit, cents }: PaidChargeRow): z.infer<typeof paidChargeView> {
  return { _id: publicId("charge", chargeId), description, isDeposit, paid: wireAmount(cents) };
}

export function viewRefund(row: ListedRefund): RefundView {
  if (row.paymentId === null) throw new Error(`The refund ${row.id} has no payment`);
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
    seenTransactionHash: row.seenTxHash,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

/**
 * A refund that a passkey wallet signed, as the relayer sends it. `failure` is the relayer's reason. `transactionHash` is null until Hearth's transaction
 * is known.
 */
export const refundSendView = z.strictObject({
  status: z.enum(["sending", "arrived", "failed"]),
  failure: z.string().nullable(),
  transactionHash: z.string().nullable(),
  signedAt: isoTime,
});
export type RefundSendView = z.infer<typeof refundSendView>;

export function viewRefundSend(relay: SentRelay): RefundSendView {
  const { status, failure, txHash, createdAt } = viewWalletSend(relay);
  return { status, failure, transactionHash: txHash, signedAt: createdAt };
}

/** A refund transfer that differs from its refund. */
export const oddRefundTransferView = z.strictObject({
  _id: z.string(),
  refundId: z.string(),
  problem: z.enum(refundProblems),
  /** USDC as a decimal. */
  usdc: z.string(),
  /** Base units (6 decimals) as a string of digits. */
  usdcUnits: z.string(),
  from: hex,
  to: hex,
  transactionHash: z.string(),
  at: isoTime,
});
export type OddRefundTransferView = z.infer<typeof oddRefundTransferView>;

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

/** A payment's refunds, with the amount still refundable and the destination. */
export const paymentRefundsView = z.strictObject({
  items: refundView.array(),
  /** Refund transfers of the payment that differ from their refund. */
  oddTransfers: oddRefundTransferView.array(),
  /** Amounts owed for the payment's approved disputes. */
  owed: refundStatusView.extend({ disputeId: z.string() }).array(),
  /** In dollars. */
  refundable: z.number(),
  /** The refundable part received beyond the payment's amount, in dollars. */
  extra: z.number(),
  /** Lease charges that the payment pays, the last due first. A refund can name one. */
  charges: paidChargeView.array(),
  /** Destination and ground, or the reason why none is known. Without a destination nothing can be sent. */
  ...refundWalletView.shape,
  /** The payer's name, to be asked for a wallet. */
  payer: z.string(),
  /** The merchant's wallets from which a refund counts, the current payout wallet first. */
  from: hex.array(),
  /** True when a wallet must be proven for refunds first, because the merchant is only paid at an exchange. */
  isWalletNeeded: z.boolean(),
  /** Instructions for sending the open refund from any app; null when none is open. */
  byHand: byHandView.nullable(),
  /** The open refund as a passkey wallet signed it last; null when none did. */
  sending: refundSendView.nullable(),
});
export type PaymentRefundsView = z.infer<typeof paymentRefundsView>;
