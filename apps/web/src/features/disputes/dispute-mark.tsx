import { Status, type StatusProps } from "../../kit/status/status.tsx";
import { ageText, daysSince } from "./age-text.ts";
import type { Dispute } from "./use-disputes.ts";

interface Marked {
  status: Extract<StatusProps, { of: "dispute" }>["value"];
  urgency: "high" | "medium" | "low";
  ageDays: number;
  /** For those who pay it back, or wait for it. */
  refund?: Dispute["refund"];
}

/** How long an open dispute or an owed refund has waited; where anything else stands. */
export function DisputeMark({ dispute: { status, urgency, ageDays, refund } }: { dispute: Marked }) {
  if (status === "open") return <Status of="urgency" value={urgency} suffix={ageText(ageDays)} flush />;
  return refund ? <RefundMark refund={refund} flush /> : <Status of="dispute" value={status} flush />;
}

/** Whether an approved dispute's refund is owed, and how long, or was sent. */
export function RefundMark({ refund: { status, owedSince }, flush }: { refund: NonNullable<Dispute["refund"]>; flush?: boolean }) {
  const suffix = status === "owed" && owedSince !== null ? ageText(daysSince(owedSince)) : undefined;
  return <Status of="refund" value={status} suffix={suffix} flush={flush} />;
}
