import { useState } from "react";

/** Becomes true once the value was known, and stays true, so that a refetch does not hide what is shown. */
export function useLatch(isOn: boolean): boolean {
  const [wasOn, setWasOn] = useState(isOn);
  if (isOn && !wasOn) setWasOn(true);
  return wasOn || isOn;
}
