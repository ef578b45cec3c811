import { useEffect } from "react";

const closeAfterMs = 3_000;

/** Whether the product itself opened this window, so that it may also close it. */
export function isPopup(): boolean {
  return window.opener !== null;
}

/** Closes a window that the product opened, a moment after it has shown how things ended. */
export function useCloseWhen(isDone: boolean): void {
  useEffect(() => {
    if (!isDone || !isPopup()) return;
    const timer = setTimeout(() => window.close(), closeAfterMs);
    return () => clearTimeout(timer);
  }, [isDone]);
}
