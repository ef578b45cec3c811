import { formatMoment, type MomentShape } from "@hearth/domain/moment";
import { useTimeZone } from "./time-zone.ts";

interface TimeProps {
  /** ISO 8601 time or Date. */
  at: string | Date;
  /** `day`: Nov 20, 2026. `minute` and `second` add the time and its zone. `time`: only both. */
  shape?: MomentShape;
  /** IANA time zone. Default: the one of the current context. */
  timeZone?: string | undefined;
  className?: string | undefined;
}

/** A time in its time zone. The tooltip shows date, time and zone. */
export function Time({ at, shape = "day", timeZone: ownZone, className }: TimeProps) {
  const contextZone = useTimeZone();
  const timeZone = ownZone ?? contextZone;
  const date = typeof at === "string" ? new Date(at) : at;
  return (
    <time dateTime={date.toISOString()} title={formatMoment(date, "second", timeZone)} className={className}>
      {formatMoment(date, shape, timeZone)}
    </time>
  );
}
