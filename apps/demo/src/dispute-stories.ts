import type { DisputeResult, DisputeStatus } from "@hearth/domain/disputes/status";
import { wakingTime } from "./calendar.ts";
import type { PaperPlan } from "./demo-papers.ts";
import { type DisputeOutline, disputeOutlines } from "./dispute-outlines.ts";
import { consumerNamed, type DemoPlan, type PaymentPlan, planPayment, planRefund, planTransfer, type RefundPlan } from "./plan.ts";

/** A dispute with all of its planned events. */
export interface DisputeStory {
  payment: PaymentPlan;
  amountCents: number;
  reason: string;
  description: string;
  filedAt: Date;
  /** Comments, oldest first. */
  comments: { by: "payer" | "merchant" | "admin"; at: Date; comment: string }[];
  documents: PaperPlan[];
  status: DisputeStatus;
  closing: { by: "payer" | "admin"; at: Date; result: DisputeResult; resultReason: string; chargebackCents: number | null } | null;
  /** The merchant's refund. Null if it is still owed, or nothing was approved. */
  refund: RefundPlan | null;
}

/** Plans disputes in every state, each with its own payment and the transfer that paid it. */
export function planDisputes(anchor: Date): DemoPlan & { disputes: DisputeStory[] } {
  const disputes = disputeOutlines.map((outline) => planDispute(anchor, outline));
  const payments = disputes.map((story) => story.payment);
  return { disputes, payments, transfers: payments.map((payment) => planTransfer(payment, 40)) };
}

function planDispute(anchor: Date, outline: DisputeOutline): DisputeStory {
  const { who, paid, closed, status = "open" } = outline;
  const payment = planPayment({
    key: `${who} disputed ${paid.what}`,
    consumer: consumerNamed(who),
    amountCents: paid.cents,
    description: paid.what,
    createdAt: wakingTime(anchor, paid.daysAgo, paid.what),
  });
  const { documents = [], refundedDaysAgo } = outline;
  const closing = closed && {
    by: closed.by,
    at: wakingTime(anchor, closed.daysAgo, closed.reason),
    result: closed.result,
    resultReason: closed.reason,
    chargebackCents: closed.chargebackCents ?? null,
  };
  return {
    payment,
    amountCents: outline.disputedCents,
    reason: outline.reason,
    description: outline.description,
    filedAt: wakingTime(anchor, outline.filedDaysAgo, outline.reason),
    comments: (outline.comments ?? []).map(([by, daysAgo, comment]) => ({ by, at: wakingTime(anchor, daysAgo, comment), comment })),
    documents,
    status: closing ? "closed" : status,
    closing: closing ?? null,
    refund:
      refundedDaysAgo === undefined
        ? null
        : planRefund(payment, closing?.chargebackCents ?? 0, wakingTime(anchor, refundedDaysAgo, `${payment.key} refund`)),
  };
}
