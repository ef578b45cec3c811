import { checkoutExpired } from "@hearth/domain/payments/status";
import { carriedTo } from "../payment-timeline.ts";
import type { PaymentDetail } from "../use-live-payment.ts";

/**
 * What the waiting page shows. `sending` is signed and waits to be handed to the network, so that it can still be taken back; `sent` is handed over. Once the money is seen on the chain no time can run out any more; `arrived` is money that is probably a
 * purchase's, while the onramp's word on it is missing; `short` is too little, which can be topped up also when its checkout has ended.
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

/** Where a payment stands for whoever waits for it, given how many seconds its checkout has left. */
export function pendingState(
  payment: Pick<PaymentDetail, "status" | "transfer" | "notes" | "purchase" | "short" | "timeline">,
  secondsLeft: number,
): PendingState {
  const { status, transfer, notes, purchase } = payment;
  if (status !== "completed" && transfer === null && purchase?.hasArrived === true) return "arrived";
  if (status === "completed") return status;
  if (payment.short !== null) return "short";
  if (transfer) return "onChain"; // also where the checkout had ended before: the money came all the same
  if (status === "cancelled") return status;
  if (status === "failed") return notes === checkoutExpired ? "timeout" : "failed";
  return carriedTo(payment.timeline) ?? (secondsLeft > 0 ? "waiting" : "timeout");
}
