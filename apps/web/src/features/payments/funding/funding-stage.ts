import { pendingState } from "../pending/pending-state.ts";
import type { PaymentDetail } from "../use-live-payment.ts";
import type { OnrampWindowState } from "./use-onramp-window.ts";

/**
 * Where buying USDC for a payment stands. `unpaid`: a window was open before, and nothing is known of a purchase. `bought`: the onramp says
 * that it has a purchase; only money on the chain makes it `onChain`, and `arrived` while the onramp does not say that it is the purchase's. `short`: too little has arrived, and the rest has a checkout of its own.
 * `signed`: it
 * was signed in the checkout meanwhile, and buying as well would pay it twice. `over`: the payment's time is up, or it has failed.
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

/** The stage of a payment whose checkout has so many seconds left, with the onramp's window as it is. */
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
