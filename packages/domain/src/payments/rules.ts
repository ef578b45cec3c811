import type { PaymentEventType, PaymentOddity, PaymentStatus } from "./status.ts";

/** The part of a payment that its events decide. */
export interface PaymentState {
  status: PaymentStatus;
  oddity: PaymentOddity;
}

/**
 * What an event makes of a payment, or null where that event cannot happen in that state. `completed` carries its oddity with it;
 * `orphaned` and `detached` return to what the payment was before the money was counted, which the event carries as `reopenAs`.
 */
export function applyPaymentEvent(
  state: PaymentState | null,
  event: { type: PaymentEventType; oddity?: PaymentOddity; reopenAs?: PaymentStatus },
): PaymentState | null {
  if (state === null) return event.type === "created" ? { status: "pending", oddity: "none" } : null;
  switch (event.type) {
    case "created":
      return null;
    case "completed":
      return state.status === "completed" ? null : { status: "completed", oddity: event.oddity ?? "none" };
    case "cancelled":
      return state.status === "pending" ? { status: "cancelled", oddity: "none" } : null;
    case "expired":
      return state.status === "pending" ? { status: "failed", oddity: "none" } : null;
    case "orphaned":
    case "detached":
      // Without a status to return to it was money beside the payment that left, and nothing was counted.
      if (state.status !== "completed" || event.reopenAs === undefined) return state;
      return { status: event.reopenAs, oddity: "none" };
    case "checkoutOpened":
    case "authorizationReceived":
    case "relaySent":
    case "relayFailed":
    case "hinted":
    case "seen":
    case "shortSeen":
    case "topUpOpened":
    case "topUpEnded":
    case "duplicateSeen":
    case "attached":
    case "final":
      return state;
  }
}
