import type * as trpcModule from "./trpc.ts";

type Server = typeof trpcModule;

/**
 * What asks the server, fetched with the first question: for the routes, which are in the first script, and for pages that are seen before
 * anything is asked. Pages that ask as soon as they are drawn import `trpc.ts` themselves, so that both come at once.
 *
 * @throws where the network does not give it; the next call tries again.
 */
export function server(): Promise<Server> {
  return import("./trpc.ts");
}

/** Asks ahead, in a loader, what a page is about to ask; that the server cannot be reached is for the page to say. */
export function ahead(ask: (server: Server) => unknown): void {
  void server().then(ask, () => undefined);
}
