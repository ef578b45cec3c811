/** Base URL for resolving paths. The domain is reserved and never exists. */
const probeOrigin = "https://hearth.invalid";

/**
 * Returns a path of this product (path, query and hash) to redirect to, or `fallback` for any other origin. Also checks the resolved path:
 * `/.//elsewhere.example` stays here, but it resolves to `//elsewhere.example`, which does not.
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
