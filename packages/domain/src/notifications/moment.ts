/** Formats a moment for a sentence: `Nov 20, 2026, 9:02 AM (America/Chicago)`. */
export function writeMoment(at: string | Date, timeZone: string): string {
  const shape = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return `${new Intl.DateTimeFormat("en-US", shape).format(new Date(at)).replace(/\u202f/g, " ")} (${timeZone})`;
}
