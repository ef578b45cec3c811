import { Status, type StatusProps } from "../../../ui/status.tsx";
import { ageText } from "../../disputes/age-text.ts";

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
