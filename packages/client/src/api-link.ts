import type { AppRouter } from "@hearth/server/router";
import { httpLink, type Operation, retryLink, splitLink, type TRPCClientError, type TRPCLink } from "@trpc/client";
import { LinkNotLoaded, loadedLink } from "./loaded-link.ts";

/** Maximum delay between attempts to reopen a subscription. The first delays are shorter. */
const maxDelayMs = 30_000;

/** Sends the request of a call, like the platform's `fetch`. */
export type SendCall = NonNullable<Parameters<typeof httpLink<AppRouter>>[0]["fetch"]>;

/** The address of calls and their headers. */
export interface ApiLinkOptions {
  /** The URL of the typed interface: `https://hearth.example/trpc`, or `/trpc` from a page of the same origin. */
  url: string;
  /** Returns a call's headers. Called again each time a subscription reopens. */
  headers(call: Pick<Operation, "path" | "context" | "type"> | undefined): Record<string, string>;
  /** Replaces the platform's `fetch` for calls that are no subscriptions. */
  fetch?: SendCall;
  /** Loads the link for subscriptions, in place of `eventLink`. */
  loadStreams?: () => Promise<TRPCLink<AppRouter>>;
}

/**
 * Creates the transport of calls: server-sent events for subscriptions, and one request for each other call, so that no call waits for a
 * slower one.
 */
export function apiLink({ url, headers, fetch: send, loadStreams }: ApiLinkOptions): TRPCLink<AppRouter> {
  const loadEvents = async () => (await import("./event-link.ts")).eventLink({ url, headers });
  return splitLink({
    condition: (call) => call.type === "subscription",
    true: [
      retryLink({ retry: ({ error }) => isPassing(error), retryDelayMs: (attempts) => Math.min(500 * 2 ** attempts, maxDelayMs) }),
      // Loaded on demand, so that a page can render before it subscribes.
      loadedLink(loadStreams ?? loadEvents),
    ],
    false: httpLink({ url, headers: ({ op }) => headers(op), ...(send && { fetch: send }) }),
  });
}

/**
 * True if a subscription ended because the server was down or busy, so that reopening it may succeed. `shape.code` is then the HTTP status
 * of the event stream; errors from the router itself have negative codes.
 */
function isPassing({ shape, cause }: TRPCClientError<AppRouter>): boolean {
  const status: number = shape?.code ?? 0;
  return cause instanceof LinkNotLoaded || status >= 500 || status === 429;
}
