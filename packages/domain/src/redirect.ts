/** Any origin will do to resolve a path against; this one is reserved and never exists. */
const probeOrigin = "https://hearth.invalid";

/**
 * A path of this product (path, query and hash) to go to next; whatever leaves the origin becomes `/dashboard`. What it resolves to is checked
 * once more by itself: `/.//elsewhere.example` stays here, and the `//elsewhere.example` that it resolves to does not.
 */
export function safePath(target: unknown, fallback = "/dashboard"): string {
  if (typeof target !== "string" || !target.startsWith("/") || target.length > 2_000) return fallback;
  const path = resolvePath(target);
  return path !== null && resolvePath(path) === path ? path : fallback;
}

function resolvePath(target: string): string | null {
  try {
    const url = new URL(target, probeOrigin);
    return url.origin === probeOrigin ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}
