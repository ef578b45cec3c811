import { Status, type StatusProps } from "../../../ui/status.tsx";

interface Marked {
  status: Extract<StatusProps, { of: "dispute" }>["value"];
  urgency: "high" | "medium" | "low";
  ageDays: number;
}

/** How long an open dispute has waited; where a decided one stands. */
export function DisputeMark({ dispute: { status, urgency, ageDays } }: { dispute: Marked }) {
  if (status !== "open") return <Status of="dispute" value={status} flush />;
  return <Status of="urgency" value={urgency} suffix={ageText(ageDays)} flush />;
}

/** A dispute's age in words: `9 days`, `1 day`, `today`. */
export function ageText(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}
