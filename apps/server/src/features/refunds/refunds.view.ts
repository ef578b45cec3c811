import { refundStatuses } from "@hearth/db/schema/refunds";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../payments/payments.view.ts";
import type { RefundRow } from "./refunds.repo.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** A refund as its merchant sees it, with everything that its transfer needs. */
export const refundView = z.strictObject({
  _id: z.string(),
  paymentId: z.string(),
  /** The dispute that it is owed for. */
  disputeId: z.string().nullable(),
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

/** A row as its merchant sees it. */
export function viewRefund(row: RefundRow): RefundView {
  return {
    _id: publicId("refund", row.id),
    paymentId: publicId("payment", row.paymentId),
    disputeId: row.disputeId === null ? null : publicId("dispute", row.disputeId),
    amount: wireAmount(row.amountCents),
    usdcUnits: String(centsToUsdcUnits(row.amountCents)),
    status: row.status,
    to: row.toAddress,
    binding: row.binding,
    transactionHash: row.txHash,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

/** The refunds of a payment, and what more could be paid back and where to. */
export const paymentRefundsView = z.strictObject({
  items: refundView.array(),
  /** In dollars. */
  refundable: z.number(),
  /** A proven wallet of the payer; without one nothing can be sent. */
  to: hex.nullable(),
});
export type PaymentRefundsView = z.infer<typeof paymentRefundsView>;
