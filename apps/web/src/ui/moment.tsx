import { formatMoment, type MomentShape } from "./dates.ts";

interface MomentProps {
  /** An ISO 8601 time or a Date. */
  at: string | Date;
  /** `day` Nov 20, 2026; `minute` and `second` add the time; `time` is the time alone. */
  shape?: MomentShape;
  /** IANA name, where the moment belongs to somebody's calendar; the viewer's own zone without it. */
  timeZone?: string | undefined;
  className?: string | undefined;
}

/** A moment in the viewer's time zone or a given one, with the whole of it on hover. */
export function Moment({ at, shape = "day", timeZone, className }: MomentProps) {
  const date = typeof at === "string" ? new Date(at) : at;
  return (
    <time dateTime={date.toISOString()} title={formatMoment(date, "second", timeZone)} className={className}>
      {formatMoment(date, shape, timeZone)}
    </time>
  );
}
