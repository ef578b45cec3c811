import { disputeStatuses } from "@hearth/domain/disputes/status";
import { disputeUrgency } from "@hearth/domain/disputes/urgency";
import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import { attentionItem } from "./attention.view.ts";
import type { RecentDisputeRow } from "./dashboard.repo.ts";
import { partyShape, transactionView, viewParties } from "../transactions/transactions.view.ts";

/** A dispute in a short list, in the documented wire format. */
export const recentDisputeView = z.strictObject({
  _id: z.string(),
  disputeId: z.string(),
  ...partyShape,
  amount: z.number(),
  amountUSD: z.number(),
  reason: z.string(),
  status: z.enum(disputeStatuses),
  urgency: z.enum(["high", "medium", "low"]),
  ageDays: z.number().int(),
  createdAt: isoTime,
  /** IANA zone of its payment's times. */
  timeZone: z.string(),
});
export type RecentDisputeView = z.infer<typeof recentDisputeView>;

/** The documented totals and lists, twelve months in dollars net of refunds, and what needs attention. */
export const adminDashboardView = z.strictObject({
  totalUsers: z.number().int(),
  totalMerchants: z.number().int(),
  totalTransactions: z.number().int(),
  totalDisputes: z.number().int(),
  openDisputes: z.number().int(),
  recentTransactions: transactionView.array(),
  recentDisputes: recentDisputeView.array(),
  months: z.strictObject({ month: z.string(), completed: z.number(), pending: z.number() }).array(),
  attention: attentionItem.array(),
});
export type AdminDashboardView = z.infer<typeof adminDashboardView>;

export function viewRecentDispute({ dispute, timeZone, payer, merchant }: RecentDisputeRow, now: Date): RecentDisputeView {
  const amount = wireAmount(dispute.amountCents);
  const { urgency, days } = disputeUrgency(dispute.createdAt, now);
  return {
    _id: publicId("dispute", dispute.id),
    disputeId: dispute.code,
    ...viewParties({ payer, merchant }),
    amount,
    amountUSD: amount,
    reason: dispute.reason,
    status: dispute.status,
    urgency,
    ageDays: days,
    createdAt: dispute.createdAt.toISOString(),
    timeZone,
  };
}
