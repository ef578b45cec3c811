import { type ReactNode, Suspense } from "react";
import { useLatch } from "../use-latch.ts";

/**
 * Renders an overlay whose code is loaded on demand. Renders nothing before it first opens. Afterwards it stays mounted, so that closing
 * can be animated.
 */
export function LazyOverlay({ open, children }: { open: boolean; children: ReactNode }) {
  const isMounted = useLatch(open);
  return isMounted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
