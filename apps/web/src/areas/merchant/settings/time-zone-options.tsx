const known = Intl.supportedValuesOf("timeZone");

/** The time zones of the world as options of a select, the current one among them even where this browser does not list it. */
export function TimeZoneOptions({ current }: { current: string }) {
  const zones = known.includes(current) ? known : [current, ...known];
  return zones.map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll("_", " ")}
    </option>
  ));
}
