import type { PaymentStatus } from "../payments/status.ts";

/** Statuses of a dispute. Hearth sets only open and closed; the other two are displayed if they occur. */
export const disputeStatuses = ["open", "closed", "resolved", "escalated"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const disputeResults = ["chargedBack", "denied"] as const;
export type DisputeResult = (typeof disputeResults)[number];

/** The reason stored on a dispute that its payer cancelled. */
export const cancelledByUser = "Cancelled by user";

export const displayStatuses = ["disputeCancelled", "refunded", "disputeDenied", "inDispute", "arrived"] as const;
export type DisplayStatus = PaymentStatus | (typeof displayStatuses)[number];

/** The fields of a payment's newest dispute that the display status needs. */
export interface DisputeOutcome {
  status: DisputeStatus;
  result: DisputeResult | null;
  resultReason: string | null;
}

/**
 * The status shown for a payment: the outcome of its dispute if it has one, otherwise its own status. A failed or cancelled payment shows
 * as `arrived` while the payee holds the money.
 */
export function displayStatus(status: PaymentStatus, dispute: DisputeOutcome | null, hasArrived: boolean): DisplayStatus {
  if (hasArrived && (status === "failed" || status === "cancelled")) return "arrived";
  if (!dispute) return status;
  if (dispute.status !== "closed") return "inDispute";
  if (dispute.result === "chargedBack") return "refunded";
  return dispute.resultReason === cancelledByUser ? "disputeCancelled" : "disputeDenied";
}
