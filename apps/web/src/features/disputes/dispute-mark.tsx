import { disputeUrgency } from "@hearth/domain/disputes/urgency";
import { Status, type StatusProps } from "../../kit/status/status.tsx";
import type { Dispute } from "./use-disputes.ts";
import { Time } from "../../ui/moment.tsx";

interface Marked {
  status: Extract<StatusProps, { kind: "dispute" }>["value"];
  urgency: "high" | "medium" | "low";
  ageDays: number;
  /** Refund state, for the merchant who owes it and the payer who waits for it. */
  refund?: Dispute["refund"];
}

type Decided = Pick<Dispute, "status" | "createdAt" | "resolution" | "refund">;

/** The one status of a dispute, everywhere: open with its urgency, then its outcome: refund owed, refunded, approved or denied. */
export function DisputeStanding({ dispute: { status, createdAt, resolution, refund } }: { dispute: Decided }) {
  if (refund) return <RefundMark refund={refund} />;
  if (status === "closed" && resolution) return <Status kind="result" value={resolution.result} />;
  return (
    <>
      <Status kind="dispute" value={status} /> {status === "open" && <Urgency filedAt={createdAt} />}
    </>
  );
}

function Urgency({ filedAt }: { filedAt: string }) {
  const { urgency, days } = disputeUrgency(new Date(filedAt), new Date());
  return <Status kind="urgency" value={urgency} suffix={ageText(days)} />;
}

/** Shows how long an open dispute or an owed refund has waited. Other disputes show their status. */
export function DisputeMark({ dispute: { status, urgency, ageDays, refund } }: { dispute: Marked }) {
  if (status === "open") return <Status kind="urgency" value={urgency} suffix={ageText(ageDays)} />;
  return refund ? <RefundMark refund={refund} /> : <Status kind="dispute" value={status} />;
}

/** Shows whether an approved dispute's refund was sent, or how long it has been owed. */
export function RefundMark({ refund: { status, owedSince } }: { refund: NonNullable<Dispute["refund"]> }) {
  const suffix = status === "owed" && owedSince !== null ? ageText(daysSince(owedSince)) : undefined;
  return <Status kind="refund" value={status} suffix={suffix} />;
}

const dayMs = 86_400_000;

/** A dispute's age in words: `9 days`, `1 day`, `under a day`. */
export function ageText(days: number): string {
  if (days === 0) return "under a day";
  return days === 1 ? "1 day" : `${days} days`;
}

/** Whole days since a time, at least 0. */
export function daysSince(at: string): number {
  return Math.max(0, Math.floor((Date.now() - new Date(at).getTime()) / dayMs));
}

/** Date since which a refund is owed, with its age. */
export function OwedSince({ at }: { at: string }) {
  const days = daysSince(at);
  return (
    <>
      <Time at={at} />
      {days > 0 && `, ${ageText(days)}`}
    </>
  );
}
