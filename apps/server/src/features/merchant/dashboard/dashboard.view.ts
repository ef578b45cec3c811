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
  /** Whole days since it was filed, and what they mean while it is open. */
  ageDays: z.number().int(),
  urgency: z.enum(["high", "medium", "low"]),
  /** What became of the money that it was approved for. */
  refund: refundStatusView.nullable(),
});

/** A merchant's dashboard: the documented figures of the month, and a year of months. */
export const merchantStatsView = z.strictObject({
  dateRange: z.strictObject({ startOfMonth: isoTime, endOfMonth: isoTime }),
  /** IANA name: whose months and days these are. */
  timeZone: z.string(),
  /** Payments begun within the month, by where they are now. */
  completedTransactions: counted,
  pendingTransactions: counted,
  /** What the journal says of the month's completed payments, and of everything that ever came in. */
  revenue: z.strictObject({ month: moneyView, total: moneyView }),
  openDisputes: z.number().int(),
  urgentDisputes: z.number().int(),
  userChanges: z.strictObject({ newUsers: z.number().int(), lostUsers: z.number().int(), netChange: z.number().int() }),
  /** The last twelve months, oldest first, in dollars; what was refunded is taken off. */
  months: z.array(z.strictObject({ month: z.string(), completed: z.number(), pending: z.number() })),
  recentTransactions: z.array(transactionView),
  recentDisputes: z.array(recentDisputeView),
});
export type MerchantStatsView = z.infer<typeof merchantStatsView>;

/** A dispute as the dashboard lists it. */
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

/** Somebody's enrolling with the merchant, or leaving it. */
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

/** A merchant's disputes filed within the dates: how many and how much by status, and what was decided. */
export const disputeTotalsView = z.strictObject({
  all: counted,
  open: counted,
  closed: counted,
  resolved: counted,
  escalated: counted,
  /** What was approved, with the amounts that were decided. */
  approved: counted,
  /** What of it has not been paid back yet. */
  owed: counted,
  denied: counted,
});
export type DisputeTotalsView = z.infer<typeof disputeTotalsView>;

/** The disputes of a range as the merchant sees them, with what is still owed for them. */
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
