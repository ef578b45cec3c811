import { useEffect } from "react";

const closeAfterMs = 3_000;

/** True if Hearth opened this window, so that it can also close it. */
export function isPopup(): boolean {
  return window.opener !== null;
}

/** Closes a window that Hearth opened, shortly after the final state is shown. */
export function useCloseWhen(isDone: boolean): void {
  useEffect(() => {
    if (!isDone || !isPopup()) return;
    const timer = setTimeout(() => window.close(), closeAfterMs);
    return () => clearTimeout(timer);
  }, [isDone]);
}
