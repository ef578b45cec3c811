import { Moment } from "../../ui/moment.tsx";
import { ageText, daysSince } from "./age-text.ts";

/** Since when a refund is owed, with the age beside the date. */
export function OwedSince({ at }: { at: string }) {
  const days = daysSince(at);
  return (
    <>
      <Moment at={at} />
      {days > 0 && `, ${ageText(days)}`}
    </>
  );
}
