/** Any origin will do to resolve a path against; this one is reserved and never exists. */
const probeOrigin = "https://hearth.invalid";

/** A path of this product (path, query and hash) to go to next; whatever leaves the origin becomes `/dashboard`. */
export function safePath(target: unknown, fallback = "/dashboard"): string {
  if (typeof target !== "string" || !target.startsWith("/") || target.length > 2_000) return fallback;
  try {
    const url = new URL(target, probeOrigin);
    return url.origin === probeOrigin ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}
