import type { Outputs } from "../../../lib/trpc.ts";

export type CheckoutView = Outputs["payments"]["checkout"];

/**
 * What the page shows: `open` can be paid; `sending` is signed or sent and not seen yet; `arrived` is probably a purchase that the onramp has not
 * confirmed; `confirming` was seen on chain; the others are how
 * it ended. `timeUp` is the moment between the deadline and the server's word on it.
 */
export type CheckoutStage = "open" | "sending" | "arrived" | "confirming" | "completed" | "timeUp" | "cancelled" | "failed";

interface Moment {
  view: Pick<CheckoutView, "status" | "transfer" | "relay" | "purchase">;
  /** Whether the deadline has passed by the server's clock. */
  isOver: boolean;
  /** Whether this browser sent a transfer that the server has not seen yet. */
  hasSent: boolean;
}

/** Where a checkout stands. Money that was seen counts before everything else: it is never shown as timed out or cancelled. */
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

/** How far the money has come, in one word for the whole page; undefined while it can still be paid. */
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

/** Which part of the payment is confirmed, from 0 to 1. */
export function confirmedShare(stage: CheckoutStage, { transfer }: Pick<CheckoutView, "transfer">): number {
  if (stage === "completed") return 1;
  return transfer === null ? 0 : Math.min(1, transfer.confirmations / transfer.needed);
}

/** What is missing of the payment, where this checkout asks for something else. */
export function missingElsewhere({ short, amount }: Pick<CheckoutView, "short" | "amount">): CheckoutView["short"] {
  return short !== null && short.missing !== amount ? short : null;
}

/** Under which name this browser remembers what it has sent from a checkout; a payment may have several. */
export function sentFrom({ topUpOf, paymentId, binding }: Pick<CheckoutView, "topUpOf" | "paymentId" | "binding">): string {
  return topUpOf === null ? paymentId : binding;
}

/** Whether a signed payment waits to be handed to the network: nothing has moved, and it can still be taken back. */
export function isQueued(view: Pick<CheckoutView, "relay" | "transfer">): boolean {
  return view.transfer === null && view.relay?.status === "queued";
}

/** How long something takes, as it is said to somebody who waits: to ten seconds, or to minutes from two on. */
export function aboutTime(seconds: number): string {
  return seconds < 120 ? `about ${Math.max(10, Math.ceil(seconds / 10) * 10)} seconds` : `about ${Math.ceil(seconds / 60)} minutes`;
}

/** Whether nothing can change any more that a page would show. */
export function isSettled(view: Pick<CheckoutView, "status">): boolean {
  return view.status === "completed";
}
