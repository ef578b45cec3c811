import type { Outputs } from "../../../lib/trpc.ts";

export type CheckoutView = Outputs["payments"]["checkout"];

/**
 * State of the checkout page:
 * - `open`: can be paid
 * - `sending`: signed or sent, not yet seen
 * - `arrived`: probably a purchase that the onramp has not confirmed
 * - `confirming`: seen on chain
 * - `timeUp`: past the deadline, before the server's decision
 * - `completed`, `cancelled`, `failed`: final states
 */
export type CheckoutStage = "open" | "sending" | "arrived" | "confirming" | "completed" | "timeUp" | "cancelled" | "failed";

interface Moment {
  view: Pick<CheckoutView, "status" | "transfer" | "relay" | "purchase">;
  /** True if the deadline has passed by the server's clock. */
  isOver: boolean;
  /** True if this browser sent a transfer that the server has not seen yet. */
  hasSent: boolean;
}

/** Determines the state of a checkout. A seen transfer takes precedence, so the page never shows it as expired or cancelled. */
export function checkoutStage({ view, isOver, hasSent }: Moment): CheckoutStage {
  if (view.status === "completed") return "completed";
  if (view.transfer !== null) return "confirming";
  if (view.purchase?.hasArrived === true) return "arrived";
  if (hasSent) return "sending";
  if (view.status !== "pending") return view.status;
  if (isOnItsWay(view.relay)) return "sending";
  return isOver ? "timeUp" : "open";
}

function isOnItsWay(relay: CheckoutView["relay"]): boolean {
  return relay !== null && relay.status !== "failed";
}

/** One-word progress for the header of the checkout. Undefined while the checkout can be paid. */
export function stageWord(stage: CheckoutStage, view: Pick<CheckoutView, "transfer" | "relay">): string | undefined {
  if (stage === "open" || stage === "timeUp") return undefined;
  if (stage === "sending") return isQueued(view) ? "Sending" : "Sent";
  if (stage === "confirming" && view.transfer !== null) return `Confirming ${confirmedOf(view.transfer)}`;
  return endWords[stage];
}

const endWords = { arrived: "Arrived", confirming: "Confirming", completed: "Paid", cancelled: "Cancelled", failed: "Expired" } as const;

function confirmedOf({ confirmations, needed }: NonNullable<CheckoutView["transfer"]>): string {
  return `${Math.min(confirmations, needed)} of ${needed}`;
}

/** Confirmed share of the payment, from 0 to 1. */
export function confirmedShare(stage: CheckoutStage, { transfer }: Pick<CheckoutView, "transfer">): number {
  if (stage === "completed") return 1;
  return transfer === null ? 0 : Math.min(1, transfer.confirmations / transfer.needed);
}

/** Returns the missing amount of the payment if this checkout asks for a different one, otherwise null. */
export function missingElsewhere({ short, amount }: Pick<CheckoutView, "short" | "amount">): CheckoutView["short"] {
  return short !== null && short.missing !== amount ? short : null;
}

/** Storage key of what this browser sent from a checkout. A payment may have several checkouts. */
export function sentTransferKey({ topUpOf, paymentId, binding }: Pick<CheckoutView, "topUpOf" | "paymentId" | "binding">): string {
  return topUpOf === null ? paymentId : binding;
}

/** True if a signed payment waits for the relayer. Nothing has moved yet, and it can still be cancelled. */
export function isQueued(view: Pick<CheckoutView, "relay" | "transfer">): boolean {
  return view.transfer === null && view.relay?.status === "queued";
}

/** Formats a waiting time: rounded up to ten seconds, or to minutes from two minutes on. */
export function aboutTime(seconds: number): string {
  return seconds < 120 ? `about ${Math.max(10, Math.ceil(seconds / 10) * 10)} seconds` : `about ${Math.ceil(seconds / 60)} minutes`;
}

/** True if nothing on the page can change any more. */
export function isSettled(view: Pick<CheckoutView, "status">): boolean {
  return view.status === "completed";
}
