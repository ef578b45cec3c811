import { formatMoment, type MomentSkeleton } from "./dates.ts";
import { useTimeZone } from "./time-zone.ts";

interface TimeProps {
  /** ISO 8601 time or Date. */
  at: string | Date;
  /** `day`: Nov 20, 2026. `minute` and `second` add the time. `time`: only the time. */
  shape?: MomentSkeleton;
  className?: string | undefined;
}

/** A time in the time zone of the current context. The tooltip shows date and time. */
export function Time({ at, shape = "day", className }: TimeProps) {
  const timeZone = useTimeZone();
  const date = typeof at === "string" ? new Date(at) : at;
  return (
    <time dateTime={date.toISOString()} title={formatMoment(date, "second", timeZone)} className={className}>
      {formatMoment(date, shape, timeZone)}
    </time>
  );
}
