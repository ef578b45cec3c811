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
