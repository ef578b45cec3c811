import type { AppRouter } from "@hearth/server/router";
import { httpLink, type Operation, retryLink, splitLink, type TRPCClientError, type TRPCLink } from "@trpc/client";
import { LinkNotLoaded, loadedLink } from "./loaded-link.ts";

/** A subscription that the server could not take asks again, at first soon and at last so often. */
const longestWaitMs = 30_000;

/** Where calls go, and what they show. */
export interface ApiLinkOptions {
  /** The address of the typed interface: `https://hearth.example/trpc`, or `/trpc` from a page of the same origin. */
  url: string;
  /** The headers of a call, asked for anew each time a subscription is opened again. */
  headers(call: Pick<Operation, "path" | "context"> | undefined): Record<string, string>;
}

/** How calls travel: subscriptions as server-sent events, each other call in a request of its own, so that none waits for a slower one. */
export function apiLink({ url, headers }: ApiLinkOptions): TRPCLink<AppRouter> {
  return splitLink({
    condition: (call) => call.type === "subscription",
    true: [
      retryLink({ retry: ({ error }) => isPassing(error), retryDelayMs: (attempts) => Math.min(500 * 2 ** attempts, longestWaitMs) }),
      // A page shows what it has before it begins to listen.
      loadedLink(async () => (await import("./event-link.ts")).eventLink({ url, headers })),
    ],
    false: httpLink({ url, headers: ({ op }) => headers(op) }),
  });
}

/**
 * Whether a subscription ended because the server was away or busy, so that it is worth opening again. What ended it stands where the
 * server's own words would: an event with the HTTP status, while the server's words have a negative code.
 */
function isPassing({ shape, cause }: TRPCClientError<AppRouter>): boolean {
  const status: number = shape?.code ?? 0;
  return cause instanceof LinkNotLoaded || status >= 500 || status === 429;
}
