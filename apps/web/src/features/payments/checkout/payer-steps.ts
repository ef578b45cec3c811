import type { TimelineEvent } from "../../../ui/timeline.tsx";
import { type CheckoutView, isQueued, stageWord } from "./checkout-stage.ts";
import type { SentTransfer } from "../../wallet/sent-transfers.ts";

type View = Pick<CheckoutView, "transfer" | "relay" | "timeline" | "networkLabel">;

/** Progress of a payment for its payer: approved, sent, confirmed. The current step has the same name as in the page's header. */
export function payerSteps(view: View, sent: Pick<SentTransfer, "sentAt"> | null): TimelineEvent[] {
  const at = (...types: View["timeline"][number]["type"][]) => view.timeline.findLast(({ type }) => types.includes(type))?.at;
  const sentAt = sent && new Date(sent.sentAt).toISOString();
  const approved: TimelineEvent = { id: "approved", label: "Approved", at: at("authorizationReceived") ?? sentAt ?? undefined };
  if (view.transfer !== null) {
    return [
      approved,
      { id: "sent", label: "Sent", at: at("seen") },
      { id: "confirming", label: stageWord("confirming", view), state: "now" },
    ];
  }
  const isWaiting = isQueued(view) && sent === null;
  const waiting: TimelineEvent = isWaiting
    ? { id: "sent", label: "Sending your payment", state: "now" }
    : { id: "sent", label: "Sent", state: "now", at: at("relaySent") ?? sentAt ?? undefined, detail: `Waiting for ${view.networkLabel}` };
  return [approved, waiting, { id: "confirming", label: "Confirmed", state: "next" }];
}
