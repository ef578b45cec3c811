import { useState } from "react";

/** Whether something was ever known: what is asked for anew must not take the step away that stands there. */
export function useWasKnown(isKnown: boolean): boolean {
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return wasKnown || isKnown;
}
