import type { PaymentEventType, PaymentOddity, PaymentStatus } from "./status.ts";

/** The part of a payment's state that its events determine. */
export interface PaymentState {
  status: PaymentStatus;
  oddity: PaymentOddity;
}

/**
 * Returns the state after an event, or null if the event cannot happen in the given state. `completed` carries its oddity. `orphaned` and
 * `detached` carry `reopenAs`, the status before the money was counted.
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
      // Without `reopenAs`, the money that left was extra and had not been counted.
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
