import type * as trpcModule from "./trpc.ts";

type Server = typeof trpcModule;

/**
 * Loads the API client on demand: for routes, which are in the first script, and for pages that are shown before any request.
 * Pages that make requests at once import `trpc.ts` directly, so that both load in parallel.
 * @throws if it cannot be loaded; the next call retries.
 */
export function server(): Promise<Server> {
  return import("./trpc.ts");
}

/** Prefetches data in a loader. Ignores errors, which the page reports itself. */
export function prefetch(load: (server: Server) => unknown): void {
  void server().then(load, () => undefined);
}
