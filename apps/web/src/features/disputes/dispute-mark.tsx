import { Status, type StatusProps } from "../../kit/status/status.tsx";
import type { Dispute } from "./use-disputes.ts";
import { Time } from "../../ui/moment.tsx";

interface Marked {
  status: Extract<StatusProps, { of: "dispute" }>["value"];
  urgency: "high" | "medium" | "low";
  ageDays: number;
  /** For those who pay it back, or wait for it. */
  refund?: Dispute["refund"];
}

/** How long an open dispute or an owed refund has waited; where anything else stands. */
export function DisputeMark({ dispute: { status, urgency, ageDays, refund } }: { dispute: Marked }) {
  if (status === "open") return <Status of="urgency" value={urgency} suffix={ageText(ageDays)} />;
  return refund ? <RefundMark refund={refund} /> : <Status of="dispute" value={status} />;
}

/** Whether an approved dispute's refund is owed, and how long, or was sent. */
export function RefundMark({ refund: { status, owedSince } }: { refund: NonNullable<Dispute["refund"]> }) {
  const suffix = status === "owed" && owedSince !== null ? ageText(daysSince(owedSince)) : undefined;
  return <Status of="refund" value={status} suffix={suffix} />;
}

const dayMs = 86_400_000;

/** A dispute's age in words: `9 days`, `1 day`, `under a day`. */
export function ageText(days: number): string {
  if (days === 0) return "under a day";
  return days === 1 ? "1 day" : `${days} days`;
}

/** How many whole days ago that was. */
export function daysSince(at: string): number {
  return Math.max(0, Math.floor((Date.now() - new Date(at).getTime()) / dayMs));
}

/** Since when a refund is owed, with the age beside the date. */
export function OwedSince({ at }: { at: string }) {
  const days = daysSince(at);
  return (
    <>
      <Time at={at} />
      {days > 0 && `, ${ageText(days)}`}
    </>
  );
}
