/** Formats for moments. */
export type MomentShape = "day" | "minute" | "second" | "time";

const day = { month: "short", day: "numeric", year: "numeric" } as const;
const minute = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
const shapes: Record<MomentShape, Intl.DateTimeFormatOptions> = {
  day,
  minute: { ...day, ...minute },
  second: { ...day, ...minute, second: "2-digit" },
  time: { ...minute, second: "2-digit" },
};

/**
 * Formats a moment in an IANA time zone, by default this machine's. Names the zone with every time of day. Uses UTC for a zone that this
 * machine does not know. `day`: Nov 20, 2026. `minute`: Nov 20, 2026, 9:02 AM EST. `second`: Nov 20,
 * 2026, 9:02:53 AM EST. `time`: 9:02:53 AM EST.
 */
export function formatMoment(at: string | Date, shape: MomentShape = "day", timeZone?: string): string {
  // Some engines put a narrow no-break space before AM; replace it with a plain one.
  return formatter(shapes[shape], timeZone).format(new Date(at)).replaceAll("\u202F", " ");
}

function formatter(shape: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...shape, timeZone: "UTC" });
  }
}
