import { useState } from "react";

/** Becomes true once the value was known, and stays true, so that a refetch does not hide what is shown. */
export function useWasKnown(isKnown: boolean): boolean {
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return wasKnown || isKnown;
}
