const dayMs = 86_400_000;

/** Age in whole days from which an open dispute has this urgency. Specification, second document, section 9. */
const thresholdDays = { high: 7, medium: 3 } as const;

export type DisputeUrgency = "high" | "medium" | "low";

/** The urgency of an open dispute by its age in whole days: high from 7, medium from 3, low below that. */
export function disputeUrgency(filedAt: Date, now: Date): { days: number; urgency: DisputeUrgency } {
  const days = Math.max(0, Math.floor((now.getTime() - filedAt.getTime()) / dayMs));
  if (days >= thresholdDays.high) return { days, urgency: "high" };
  return { days, urgency: days >= thresholdDays.medium ? "medium" : "low" };
}

/** The latest filing time of a dispute that now has at least this urgency. */
export function urgencySince(urgency: "high" | "medium", now: Date): Date {
  return new Date(now.getTime() - thresholdDays[urgency] * dayMs);
}
