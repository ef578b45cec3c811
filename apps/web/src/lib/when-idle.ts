const atLatestMs = 2_000;

/** Does what nobody waits for once the browser has nothing else to do, or soon where it cannot tell. Returns what prevents it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, atLatestMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: atLatestMs });
  return () => cancelIdleCallback(handle);
}
