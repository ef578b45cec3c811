import { createContext, use } from "react";

/** IANA time zone for dates and times in this part of the app. Default: the viewer's. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** Returns the time zone of the context. Undefined means the viewer's. */
export function useTimeZone(): string | undefined {
  return use(TimeZoneContext);
}
