import { createContext, use } from "react";

/** The IANA name of the time zone whose days a part of the product shows; the viewer's own without one. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** The time zone that moments are told in here; undefined is the viewer's own. */
export function useTimeZone(): string | undefined {
  return use(TimeZoneContext);
}
