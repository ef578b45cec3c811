import { type DisputeStatus, disputeStatuses } from "@hearth/domain/disputes/status";
import { disputeUrgency } from "@hearth/domain/disputes/urgency";
import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { Figures } from "../../figures/figures.service.ts";
import { moneyView } from "../../payments/rows/payment-money.view.ts";
import { refundStatusView, viewRefundStatus } from "../../refunds/refund-status.ts";
import type { RecentDisputeRow } from "./dashboard.repo.ts";
import { counted, payerOf, transactionView, viewCounted } from "../transactions/transactions.view.ts";

const recentDisputeView = z.strictObject({
  _id: z.string(),
  disputeId: z.string(),
  userId: z.strictObject({ _id: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
  paymentId: z.string(),
  amount: z.number(),
  reason: z.string(),
  status: z.enum(disputeStatuses),
  createdAt: isoTime,
  /** Whole days since it was filed, and the urgency they give an open dispute. */
  ageDays: z.number().int(),
  urgency: z.enum(["high", "medium", "low"]),
  /** The state of the refund it was approved for. */
  refund: refundStatusView.nullable(),
});

/** A merchant's dashboard: the documented figures of the month, and twelve months of history. */
export const merchantStatsView = z.strictObject({
  dateRange: z.strictObject({ startOfMonth: isoTime, endOfMonth: isoTime }),
  /** IANA name. All figures use its months and days. */
  timeZone: z.string(),
  /** Payments created within the month, by their current status. */
  completedTransactions: counted,
  pendingTransactions: counted,
  /** The journal's figures: of payments completed in the month, and of all time. */
  revenue: z.strictObject({ month: moneyView, total: moneyView }),
  openDisputes: z.number().int(),
  urgentDisputes: z.number().int(),
  userChanges: z.strictObject({ newUsers: z.number().int(), lostUsers: z.number().int(), netChange: z.number().int() }),
  /** The last twelve months, oldest first, in dollars, net of refunds. */
  months: z.array(z.strictObject({ month: z.string(), completed: z.number(), pending: z.number() })),
  recentTransactions: z.array(transactionView),
  recentDisputes: z.array(recentDisputeView),
});
export type MerchantStatsView = z.infer<typeof merchantStatsView>;

export function viewRecentDispute({ dispute, given, leftCents, paymentId, payer }: RecentDisputeRow, now: Date) {
  const { days, urgency } = disputeUrgency(dispute.createdAt, now);
  return {
    _id: publicId("dispute", dispute.id),
    disputeId: dispute.code,
    userId: payerOf(payer),
    paymentId: publicId("payment", paymentId),
    amount: wireAmount(dispute.amountCents),
    reason: dispute.reason,
    status: dispute.status,
    createdAt: dispute.createdAt.toISOString(),
    ageDays: days,
    urgency,
    refund: viewRefundStatus(dispute, { given, leftCents }),
  };
}

/** A person's enrollment with the merchant, or their leaving it. */
export const userChangeView = z.strictObject({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  aptNumber: z.string().nullable(),
  change: z.enum(["enrolled", "left"]),
  at: isoTime,
});
export const userChangePageView = z.strictObject({ items: userChangeView.array(), nextCursor: z.string().nullable() });
export type UserChangePageView = z.infer<typeof userChangePageView>;

/** A merchant's disputes filed within the dates: count and amount by status, and by decision. */
export const disputeTotalsView = z.strictObject({
  all: counted,
  open: counted,
  closed: counted,
  resolved: counted,
  escalated: counted,
  /** Approved disputes, with the amounts decided. */
  approved: counted,
  /** The approved amounts that are not refunded yet. */
  owed: counted,
  denied: counted,
});
export type DisputeTotalsView = z.infer<typeof disputeTotalsView>;

/** Shows the disputes of a range to the merchant, with the amount still owed for them. */
export function viewDisputeTotals(figures: Figures, owed: { count: number; cents: number }): DisputeTotalsView {
  const withStatus = (status: DisputeStatus) => figures(`dispute:${status}`);
  return {
    all: viewCounted(...disputeStatuses.map(withStatus)),
    open: viewCounted(withStatus("open")),
    closed: viewCounted(withStatus("closed")),
    resolved: viewCounted(withStatus("resolved")),
    escalated: viewCounted(withStatus("escalated")),
    approved: viewCounted(figures("dispute:chargedBack")),
    owed: viewCounted(owed),
    denied: viewCounted(figures("dispute:denied")),
  };
}
