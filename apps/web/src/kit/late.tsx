import { type ReactNode, Suspense, useState } from "react";

/**
 * Draws what stands over a page, and whose code is fetched when it is first drawn: nothing before it is open for the first time; from then on
 * it stays, so that it can close with its movement.
 */
export function Late({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return open || wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null;
}
