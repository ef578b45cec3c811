import { type ReactNode, Suspense } from "react";
import { useLatch } from "../use-latch.ts";

interface LazyOverlayProps {
  open: boolean;
  /** Shown until the code has arrived, for an overlay whose frame is already open. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Renders an overlay whose code is loaded on demand. Renders nothing before it first opens. Afterwards it stays mounted, so that closing
 * can be animated.
 */
export function LazyOverlay({ open, fallback, children }: LazyOverlayProps) {
  const isMounted = useLatch(open);
  return isMounted ? <Suspense fallback={fallback}>{children}</Suspense> : null;
}
