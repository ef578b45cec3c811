import { formatMoment, type MomentSkeleton } from "./dates.ts";
import { useTimeZone } from "./time-zone.ts";

interface TimeProps {
  /** An ISO 8601 time or a Date. */
  at: string | Date;
  /** `day` Nov 20, 2026; `minute` and `second` add the time; `time` is the time alone. */
  shape?: MomentSkeleton;
  className?: string | undefined;
}

/** A moment in the time zone of the part of the product it stands in, with the whole of it on hover. */
export function Time({ at, shape = "day", className }: TimeProps) {
  const timeZone = useTimeZone();
  const date = typeof at === "string" ? new Date(at) : at;
  return (
    <time dateTime={date.toISOString()} title={formatMoment(date, "second", timeZone)} className={className}>
      {formatMoment(date, shape, timeZone)}
    </time>
  );
}
