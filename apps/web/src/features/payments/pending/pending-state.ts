import { checkoutExpired } from "@hearth/domain/payments/status";
import { relayProgress } from "../payment-timeline.ts";
import type { PaymentDetail } from "../use-live-payment.ts";

/**
 * State of the waiting page:
 * - `sending`: signed and waiting for the relayer; can still be cancelled
 * - `sent`: broadcast
 * - `onChain`: seen on chain; it can no longer time out
 * - `arrived`: money that probably belongs to a purchase, before the onramp confirms it
 * - `short`: too little arrived; it can be topped up even after its checkout ended
 */
export type PendingState =
  | "waiting"
  | "sending"
  | "sent"
  | "arrived"
  | "short"
  | "onChain"
  | "completed"
  | "timeout"
  | "failed"
  | "cancelled";

/** Determines the state of a payment for the waiting page. */
export function pendingState(
  payment: Pick<PaymentDetail, "status" | "transfer" | "notes" | "purchase" | "short" | "timeline">,
  secondsLeft: number,
): PendingState {
  const { status, transfer, notes, purchase } = payment;
  if (status !== "completed" && transfer === null && purchase?.hasArrived === true) return "arrived";
  if (status === "completed") return status;
  if (payment.short !== null) return "short";
  if (transfer) return "onChain"; // Also after the checkout ended: the money arrived nevertheless
  if (status === "cancelled") return status;
  if (status === "failed") return notes === checkoutExpired ? "timeout" : "failed";
  return relayProgress(payment.timeline) ?? (secondsLeft > 0 ? "waiting" : "timeout");
}
