import { type HistoryState, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if navigating to this location opened a dialog over the previous page in the history. */
    isOverPage?: boolean;
  }
}

/** History state for a link or navigation that opens a dialog over the current page. */
export const overlayState: HistoryState = { isOverPage: true };

/**
 * Returns a function that closes a dialog with a URL.
 * Goes back if the dialog was opened with `overlayState`, so that Back does not reopen it. Otherwise calls `replace`, which replaces the
 * dialog's URL.
 * Does nothing if the user has navigated away meanwhile.
 */
export function useCloseRoutedDialog(replace: () => void): () => void {
  const router = useRouter();
  const { href, state } = useLocation();
  const isLeaving = useRef(false); // Going back takes a moment, in which Escape may be pressed again
  useEffect(() => {
    isLeaving.current = false;
  }, [href]);
  return () => {
    if (router.latestLocation.href !== href || isLeaving.current) return;
    if (!state.isOverPage) return replace();
    isLeaving.current = true;
    router.history.back();
  };
}
