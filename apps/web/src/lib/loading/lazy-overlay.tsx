import { type ReactNode, Suspense, useState } from "react";

/**
 * Renders an overlay whose code is loaded on demand. Renders nothing before it first opens. Afterwards it stays mounted, so that closing
 * can be animated.
 */
export function LazyOverlay({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return open || wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null;
}
