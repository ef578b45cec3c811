import { checkoutExpired } from "@hearth/domain/payments/status";
import type { PaymentDetail } from "../use-live-payment.ts";

/** What the waiting page shows. Once the money is seen on the chain no time can run out any more. */
export type PendingState = "waiting" | "onChain" | "completed" | "timeout" | "failed" | "cancelled";

/** Where a payment stands for whoever waits for it, given how many seconds its checkout has left. */
export function pendingState(payment: Pick<PaymentDetail, "status" | "transfer" | "notes">, secondsLeft: number): PendingState {
  const { status, transfer, notes } = payment;
  if (status === "completed" || status === "cancelled") return status;
  if (status === "failed") return notes === checkoutExpired ? "timeout" : "failed";
  if (transfer) return "onChain";
  return secondsLeft > 0 ? "waiting" : "timeout";
}
