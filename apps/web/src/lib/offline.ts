import { useEffect, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let unpaidParts = 0;

function changeParts(by: number): void {
  unpaidParts += by;
  for (const listener of listeners) listener();
}

/** Declares that the shown part is one for paying, and that nothing was sent from it. */
export function useNothingSent(isTrue: boolean): void {
  useEffect(() => {
    if (!isTrue) return undefined;
    changeParts(1);
    return () => changeParts(-1);
  }, [isTrue]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ["online", "offline"]) window.removeEventListener(event, listener);
  };
}

/** Returns whether the browser has no network, and then whether the page shows that nothing was paid. */
export function useOffline(): "online" | "unpaid" | "unknown" {
  return useSyncExternalStore(subscribe, () => (navigator.onLine ? "online" : unpaidParts > 0 ? "unpaid" : "unknown"));
}
