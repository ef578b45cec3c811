const dayMs = 86_400_000;

/** From how many whole days on an open dispute is of that urgency. Specification, second document, section 9. */
const thresholdDays = { high: 7, medium: 3 } as const;

export type DisputeUrgency = "high" | "medium" | "low";

/** How urgent an open dispute is by its age in whole days: 7 or more high, 3 to 6 medium, fewer low. */
export function disputeUrgency(filedAt: Date, now: Date): { days: number; urgency: DisputeUrgency } {
  const days = Math.max(0, Math.floor((now.getTime() - filedAt.getTime()) / dayMs));
  if (days >= thresholdDays.high) return { days, urgency: "high" };
  return { days, urgency: days >= thresholdDays.medium ? "medium" : "low" };
}

/** The moment before or at which a dispute must have been filed to be of that urgency now, or of a higher one. */
export function urgencySince(urgency: "high" | "medium", now: Date): Date {
  return new Date(now.getTime() - thresholdDays[urgency] * dayMs);
}
