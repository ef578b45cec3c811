import { pendingState } from "../pending/pending-state.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import type { OnrampWindowState } from "./use-onramp-window.ts";

/**
 * Stage of buying USDC for a payment:
 * - `unpaid`: a window was opened before, and no purchase is known
 * - `bought`: the onramp reports a purchase, but no money is on chain yet
 * - `arrived`: money was seen that the onramp has not confirmed as the purchase's
 * - `onChain`: the money was seen on chain
 * - `short`: too little arrived; the rest has a checkout of its own
 * - `signed`: signed in the checkout, so buying as well would pay twice
 * - `over`: expired or failed
 */
export type FundingStage =
  | "ready"
  | "open"
  | "unpaid"
  | "bought"
  | "signed"
  | "arrived"
  | "short"
  | "onChain"
  | "completed"
  | "over"
  | "cancelled";

/** Determines the stage from the payment, the seconds left in its checkout and the state of the onramp's window. */
export function fundingStage(
  payment: Pick<PaymentDetail, "status" | "transfer" | "notes" | "purchase" | "short" | "timeline">,
  { secondsLeft, window }: { secondsLeft: number; window: OnrampWindowState },
): FundingStage {
  const state = pendingState(payment, secondsLeft);
  if (state === "completed" || state === "onChain" || state === "arrived" || state === "short") return state;
  const { purchase } = payment;
  if (purchase?.state === "inProgress" || purchase?.state === "succeeded") return "bought";
  if (state === "sending" || state === "sent") return "signed";
  if (state === "cancelled") return "cancelled";
  if (state !== "waiting") return "over";
  if (window === "opening" || window === "open" || window === "blocked") return "open";
  return window === "closed" || purchase !== null ? "unpaid" : "ready";
}
