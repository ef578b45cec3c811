import type { PaymentStatus } from "../payments/status.ts";

/** The product sets open and closed; the other two are shown if met. */
export const disputeStatuses = ["open", "closed", "resolved", "escalated"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const disputeResults = ["chargedBack", "denied"] as const;
export type DisputeResult = (typeof disputeResults)[number];

/** The reason that marks a dispute as cancelled by its own payer. */
export const cancelledByUser = "Cancelled by user";

export const displayStatuses = ["disputeCancelled", "refunded", "disputeDenied", "inDispute", "arrived"] as const;
export type DisplayStatus = PaymentStatus | (typeof displayStatuses)[number];

/** The newest dispute of a payment, as far as the display needs it. */
export interface DisputeOutcome {
  status: DisputeStatus;
  result: DisputeResult | null;
  resultReason: string | null;
}

/**
 * What people see for a payment: dispute cancelled, refunded, dispute denied, in dispute, otherwise the payment's own status. One that has
 * failed or was cancelled is shown as neither while its money is with the payee.
 */
export function displayStatus(status: PaymentStatus, dispute: DisputeOutcome | null, hasArrived: boolean): DisplayStatus {
  if (hasArrived && (status === "failed" || status === "cancelled")) return "arrived";
  if (!dispute) return status;
  if (dispute.status !== "closed") return "inDispute";
  if (dispute.result === "chargedBack") return "refunded";
  return dispute.resultReason === cancelledByUser ? "disputeCancelled" : "disputeDenied";
}
