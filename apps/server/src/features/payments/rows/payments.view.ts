import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import {
  type DisplayStatus,
  displayStatus,
  type DisputeResult,
  disputeResults,
  type DisputeStatus,
  disputeStatuses,
  displayStatuses,
} from "@hearth/domain/disputes/status";
import { disputableCents } from "@hearth/domain/disputes/rules";
import { paymentOddities, paymentStatuses, paymentTypes } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import type { ListedPayment } from "./listed-payments.repo.ts";
import { shortView, viewShort } from "./short.view.ts";
import { refundedPart, viewRefundedPart } from "./payment-money.view.ts";

/** A payment as its payer sees it, in the documented wire format: amounts in dollars, times in ISO 8601. */
export const paymentView = z.strictObject({
  _id: z.string(),
  id: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  completedAt: isoTime.nullable(),
  /** IANA zone in which its times are shown: its lease's, or else its merchant's. */
  timeZone: z.string(),
  amount: z.number(),
  status: z.enum(paymentStatuses),
  displayStatus: z.enum([...paymentStatuses, ...displayStatuses]),
  oddity: z.enum(paymentOddities),
  /** True when the payee has the money although the payment is not completed: confirmations or the onramp's report are missing. */
  hasArrived: z.boolean(),
  description: z.string(),
  merchant: z.string(),
  merchantId: z.string(),
  walletAddress: z.string(),
  /** Session id of the card or bank provider; null for a payment from a wallet. */
  coinbaseSessionId: z.string().nullable(),
  aptNumber: z.string().nullable(),
  paymentType: z.enum(paymentTypes),
  transactionHash: z.string().nullable(),
  blockchainTxHash: z.string().nullable(),
  blockchainNetwork: z.string(),
  notes: z.string().nullable(),
  code: z.string(),
  disputeStatus: z.enum(disputeStatuses).nullable(),
  disputeResolution: z.strictObject({ result: z.enum(disputeResults), resultReason: z.string().nullable() }).nullable(),
  refundOwed: z.boolean(),
  refunded: refundedPart,
  /** Largest amount that can be disputed now, in dollars: what can still be returned. */
  disputable: z.number(),
  short: shortView,
});
export type PaymentView = z.infer<typeof paymentView>;

function disputeOf({
  dispute,
}: ListedPayment): { status: DisputeStatus; result: DisputeResult | null; resultReason: string | null } | null {
  const status = disputeStatuses.find((known) => known === dispute?.status);
  if (!dispute || !status) return null;
  return { ...dispute, status, result: disputeResults.find((known) => known === dispute.result) ?? null };
}

/** Builds the payer's view of a payment. Never includes the checkout's reference. */
export function toPaymentView(deps: Deps, row: ListedPayment): PaymentView {
  const { payment } = row;
  const dispute = disputeOf(row);
  const display: DisplayStatus = displayStatus(payment.status, dispute, row.hasArrived);
  const id = publicId("payment", payment.id);
  return {
    _id: id,
    id,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    timeZone: row.timeZone,
    amount: wireAmount(payment.amountCents),
    status: payment.status,
    displayStatus: display,
    oddity: payment.oddity,
    hasArrived: row.hasArrived,
    description: payment.description,
    merchant: row.merchantName,
    merchantId: publicId("merchant", payment.merchantId),
    walletAddress: payment.payeeAddress,
    coinbaseSessionId: row.onrampSessionId,
    aptNumber: payment.aptNumber,
    paymentType: payment.paymentType,
    transactionHash: row.txHash,
    blockchainTxHash: row.txHash,
    blockchainNetwork: deps.network.label,
    notes: payment.notes,
    code: payment.code,
    disputeStatus: dispute?.status ?? null,
    disputeResolution: dispute?.result ? { result: dispute.result, resultReason: dispute.resultReason } : null,
    refundOwed: row.isRefundOwed,
    refunded: viewRefundedPart(row),
    disputable: wireAmount(
      disputableCents({ amountCents: payment.amountCents, leftCents: row.money.grossCents - row.money.refundedCents }),
    ),
    short: viewShort(row),
  };
}
