/** `Nov 1, 2026, 9:02:53 AM (America/Chicago)`, from unix seconds; in UTC where the zone is not known here. */
export function writeTime(seconds: number, timeZone: string): string {
  const shape = { dateStyle: "medium", timeStyle: "medium" } as const;
  const write = (zone: string) => `${new Intl.DateTimeFormat("en-US", { ...shape, timeZone: zone }).format(seconds * 1_000)} (${zone})`;
  try {
    return write(timeZone);
  } catch {
    return write("UTC");
  }
}
