import type { DisputeEventType } from "@hearth/domain/disputes/rules";
import type { DisputeResult, DisputeStatus } from "@hearth/domain/disputes/status";
import type { TimelineEvent } from "../../ui/timeline.tsx";

/** The fields of a dispute that its timeline needs. */
interface TimelineSource {
  status: DisputeStatus;
  resolution: { result: DisputeResult } | null;
  refund: { status: "owed" | "refunded"; refundedAt: string | null } | null;
  timeline: readonly {
    type: DisputeEventType;
    at: string;
    by: { firstName: string; lastName: string; role: "user" | "merchant" | "admin" } | null;
  }[];
}

const eventLabels: Record<Exclude<DisputeEventType, "closed" | "responded">, string> = {
  filed: "Filed",
  updated: "Changed",
  cancelled: "Cancelled",
  reopened: "Reopened",
};

const answerLabels = { user: "Payer wrote", merchant: "Merchant answered", admin: "Administrator wrote" } as const;

/** Names an event, and for a response its writer. */
function labelOf(type: Exclude<DisputeEventType, "closed">, by: TimelineSource["timeline"][number]["by"]): string {
  return type === "responded" ? answerLabels[by?.role ?? "admin"] : eventLabels[type];
}

/** Converts a dispute to timeline events: past events with their actor, then the pending decision or refund. */
export function disputeTimeline({ status, resolution, refund, timeline }: TimelineSource): TimelineEvent[] {
  const isOpen = status === "open" || status === "escalated";
  const past = timeline.map(({ type, at, by }, index): TimelineEvent => {
    const isLast = index === timeline.length - 1;
    return {
      id: `${index}-${type}`,
      at,
      ...(type === "closed" ? decision(resolution?.result) : { label: labelOf(type, by), state: isLast && isOpen ? "now" : "done" }),
      detail: by ? `${by.firstName} ${by.lastName}` : undefined,
    };
  });
  if (isOpen) return [...past, { id: "decided", label: "Decided", state: "next" }];
  if (refund === null) return past;
  if (refund.refundedAt === null) return [...past, { id: "refunded", label: "Refunded", state: "next" }];
  return [...past, { id: "refunded", label: "Refunded", state: "good", at: refund.refundedAt }];
}

function decision(result: DisputeResult | undefined): Pick<TimelineEvent, "label" | "state"> {
  if (result === undefined) return { label: "Decided", state: "done" };
  return result === "chargedBack" ? { label: "Approved", state: "good" } : { label: "Denied", state: "bad" };
}
