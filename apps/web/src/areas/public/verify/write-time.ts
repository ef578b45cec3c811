/** Formats unix seconds: `Nov 1, 2026, 9:02:53 AM (America/Chicago)`. Uses UTC if the browser does not know the zone. */
export function writeTime(seconds: number, timeZone: string): string {
  const shape = { dateStyle: "medium", timeStyle: "medium" } as const;
  const write = (zone: string) => `${new Intl.DateTimeFormat("en-US", { ...shape, timeZone: zone }).format(seconds * 1_000)} (${zone})`;
  try {
    return write(timeZone);
  } catch {
    return write("UTC");
  }
}
