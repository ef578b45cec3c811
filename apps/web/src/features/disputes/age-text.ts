/** A dispute's age in words: `9 days`, `1 day`, `today`. */
export function ageText(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day" : `${days} days`;
}
