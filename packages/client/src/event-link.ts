import type { AppRouter } from "@hearth/server/router";
import { httpSubscriptionLink, type TRPCLink } from "@trpc/client";
import { EventSource } from "eventsource";
import type { ApiLinkOptions } from "./api-link.ts";

interface EventLinkOptions extends Pick<ApiLinkOptions, "url" | "headers"> {
  fetch?: typeof fetch | undefined;
}

/** Creates a link for subscriptions as server-sent events, with each call's headers. */
export function eventLink({ url, headers, fetch: send = fetch }: EventLinkOptions): TRPCLink<AppRouter> {
  return httpSubscriptionLink({
    url,
    EventSource,
    eventSourceOptions: ({ op }) => ({
      fetch: (input, init) => send(input, { ...init, headers: { ...init.headers, ...headers(op) } }),
    }),
  });
}
