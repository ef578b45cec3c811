import type { DisputeEventType } from "@hearth/domain/disputes/rules";
import type { DisputeResult, DisputeStatus } from "@hearth/domain/disputes/status";
import type { TimelineEvent } from "../../ui/timeline.tsx";

/** As much of a dispute as its life is told from. */
interface Life {
  status: DisputeStatus;
  resolution: { result: DisputeResult } | null;
  timeline: readonly { type: DisputeEventType; at: string; by: { firstName: string; lastName: string } | null }[];
}

const words: Record<Exclude<DisputeEventType, "closed">, string> = {
  filed: "Filed",
  updated: "Changed",
  responded: "Responded",
  cancelled: "Cancelled",
  reopened: "Reopened",
};

/** A dispute's life for the timeline: what happened and who did it, and for an open one that it is still to be decided. */
export function disputeLife({ status, resolution, timeline }: Life): TimelineEvent[] {
  const isOpen = status === "open" || status === "escalated";
  const past = timeline.map(({ type, at, by }, index): TimelineEvent => {
    const isLast = index === timeline.length - 1;
    return {
      id: `${index}-${type}`,
      at,
      ...(type === "closed" ? decision(resolution?.result) : { label: words[type], state: isLast && isOpen ? "now" : "done" }),
      detail: by ? `${by.firstName} ${by.lastName}` : undefined,
    };
  });
  return isOpen ? [...past, { id: "decided", label: "Decided", state: "next" }] : past;
}

function decision(result: DisputeResult | undefined): Pick<TimelineEvent, "label" | "state"> {
  if (result === undefined) return { label: "Decided", state: "done" };
  return result === "chargedBack" ? { label: "Approved", state: "good" } : { label: "Denied", state: "bad" };
}
