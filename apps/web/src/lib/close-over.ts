import { type HistoryState, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether going to the address opened a dialog over the page that is one step back in the history. */
    isOverPage?: boolean;
  }
}

/** What a link or a navigation carries that opens a dialog over the page it is on. */
export const overPage: HistoryState = { isOverPage: true };

/**
 * Closes a dialog that has an address: back to the page that opened it with `overPage`, so that Back does not open it again; for somebody who
 * came to the address directly, by `replace`, which puts the page's address in the place of the dialog's. Whoever has gone on meanwhile, while
 * an answer was waited for, stays where they are.
 */
export function useCloseOver(replace: () => void): () => void {
  const router = useRouter();
  const { href, state } = useLocation();
  const isLeaving = useRef(false); // going back takes a moment, in which Escape may be pressed again
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
