import type { PaymentEventType } from "@hearth/domain/payments/status";
import type { TimelineEvent } from "../../../ui/timeline.tsx";
import type { TransactionDetail } from "./transaction-facts.tsx";

type Words = Pick<TimelineEvent, "label"> & { state?: NonNullable<TimelineEvent["state"]> };

const words: Record<PaymentEventType, Words> = {
  created: { label: "Created" },
  checkoutOpened: { label: "Checkout opened" },
  authorizationReceived: { label: "Signed by the payer" },
  relaySent: { label: "Sent to the network" },
  relayFailed: { label: "Could not be sent", state: "bad" },
  hinted: { label: "Said to be paid" },
  seen: { label: "Seen on chain" },
  shortSeen: { label: "Too little arrived", state: "bad" },
  duplicateSeen: { label: "A second transfer arrived", state: "bad" },
  attached: { label: "Matched by hand" },
  completed: { label: "Confirmed", state: "good" },
  cancelled: { label: "Cancelled" },
  expired: { label: "Checkout expired", state: "bad" },
  orphaned: { label: "Taken back by the network", state: "bad" },
  detached: { label: "Taken back by hand", state: "bad" },
  final: { label: "Final", state: "good" },
};

/** Every event of a payment for the timeline, hints included, with who did it and what it carried. */
export function transactionLife({ timeline }: Pick<TransactionDetail, "timeline">): TimelineEvent[] {
  return timeline.map(({ type, at, by, note, usdc, blockNumber }, index) => {
    const money = usdc === null ? null : `${usdc} USDC${blockNumber === null ? "" : `, block ${blockNumber}`}`;
    const detail = [by, money, note].filter((part) => part !== null).join(" · ");
    return { id: `${index}-${type}`, at, ...(words[type] ?? { label: type }), ...(detail !== "" && { detail }) };
  });
}
