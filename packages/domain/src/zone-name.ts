const zoneNames = new Map<string, string>();

/** Name of a time zone as people in it say it: `Eastern Time (New York)`. */
export function zoneName(zone: string): string {
  const known = zoneNames.get(zone);
  if (known !== undefined) return known;
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts(new Date());
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  // Some zones have only an offset, or are called by their city.
  const full = name === "" || name.includes(city) ? name || city : `${name} (${city})`;
  zoneNames.set(zone, full);
  return full;
}
