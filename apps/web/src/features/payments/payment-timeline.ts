import type { PaymentEventType, PaymentStatus } from "@hearth/domain/payments/status";
import type { TimelineEvent } from "../../ui/timeline.tsx";

/** The fields of a payment that its timeline needs. */
interface TimelineSource {
  status: PaymentStatus;
  timeline: readonly { type: PaymentEventType; at: string; note: string | null }[];
  transfer: { confirmations: number; needed: number } | null;
}

type Step = Omit<TimelineEvent, "id">;
type Words = Pick<TimelineEvent, "label"> & { state?: NonNullable<TimelineEvent["state"]> };

export const eventWords: Record<PaymentEventType, Words> = {
  created: { label: "Started" },
  checkoutOpened: { label: "Checkout opened" },
  authorizationReceived: { label: "Signed" },
  relaySent: { label: "Sent" },
  relayFailed: { label: "Could not be sent", state: "bad" },
  hinted: { label: "Said to be paid" },
  seen: { label: "Received" },
  shortSeen: { label: "Too little arrived", state: "bad" },
  topUpOpened: { label: "Checkout for the rest opened" },
  topUpEnded: { label: "Checkout for the rest ended" },
  duplicateSeen: { label: "A second transfer arrived" },
  attached: { label: "Matched by hand" },
  completed: { label: "Completed", state: "good" },
  cancelled: { label: "Cancelled" },
  expired: { label: "Checkout expired", state: "bad" },
  orphaned: { label: "Reversed by the network", state: "bad" },
  detached: { label: "Removed by a person", state: "bad" },
  final: { label: "Permanent", state: "good" },
};

/**
 * Converts a payment to timeline events: past events, then the pending steps if it is still under way. An event's id is its place, so that a
 * step that becomes a past event is changed where it is, and nothing moves.
 */
export function paymentTimeline({ status, timeline, transfer }: TimelineSource): TimelineEvent[] {
  const past = timeline.flatMap(({ type, at, note }): Step[] => {
    if (type === "hinted") return []; // A hint proves nothing, so the timeline omits it
    return [{ at, ...eventWords[type], detail: detailOf(type, note, transfer) }];
  });
  const isComing = status !== "completed" && (status === "pending" || transfer !== null);
  const steps = isComing ? [...past, ...future(transfer, relayProgress(timeline))] : past;
  return steps.map((step, place) => ({ ...step, id: String(place) }));
}

/** Relay progress of a signed payment whose money is not seen yet: queued, or broadcast. */
type RelayProgress = "sending" | "sent";

/** Relay progress after each event that concerns the relayer. Null if there is nothing left to relay. */
const progressAfter: Partial<Record<PaymentEventType, RelayProgress | null>> = {
  authorizationReceived: "sending",
  relaySent: "sent",
  relayFailed: null,
  topUpOpened: null,
  orphaned: null,
  cancelled: null,
  expired: null,
};

/** Returns the relay progress of a payment, or null if no signature is being relayed. */
export function relayProgress(timeline: TimelineSource["timeline"]): RelayProgress | null {
  const newest = timeline.findLast(({ type }) => progressAfter[type] !== undefined);
  return (newest && progressAfter[newest.type]) ?? null;
}

function detailOf(type: PaymentEventType, note: string | null, transfer: TimelineSource["transfer"]): string | undefined {
  if (type === "completed") return confirmationsText(transfer);
  if (note === null) return undefined;
  return type === "relayFailed" ? relayFailureSentence(note) : note;
}

function future(transfer: TimelineSource["transfer"], progress: RelayProgress | null): Step[] {
  if (transfer) return [{ label: "Confirming", state: "now", detail: confirmationsText(transfer) }];
  return [
    { label: comingWords[progress ?? "nothing"], state: "now" },
    { label: "Completed", state: "next" },
  ];
}

const comingWords = { nothing: "Waiting for the transfer", sending: "Sending the payment", sent: "Waiting for the network" } as const;

function confirmationsText(transfer: TimelineSource["transfer"]): string | undefined {
  if (!transfer) return undefined;
  const { confirmations, needed } = transfer;
  return `${confirmations} of ${needed} ${needed === 1 ? "confirmation" : "confirmations"}`;
}

const sentences: Record<string, string> = {
  expired: "The signature expired before the network took it.",
  balance: "The wallet did not hold enough USDC when the network looked.",
  paused: "USDC transfers were paused when the network looked.",
  signature: "The network did not accept this wallet's signature.",
  gas: "Paying without a network fee is not available at the moment.",
  relayer: "Hearth could not send the signed payment, and gave it back.",
  alreadyPaid: "The money had already arrived in another way.",
  cancelled: "The signature was cancelled before the network took it.",
  merchant: "The merchant is not accepting payments at the moment.",
};

/** Explains why a signed payment could not be relayed. No money has moved in that case. */
export function relayFailureSentence(failure: string): string {
  return sentences[failure] ?? "The network did not take the signed payment.";
}
