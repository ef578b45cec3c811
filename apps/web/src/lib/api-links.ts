import type { AppRouter } from "@hearth/server/router";
import {
  httpBatchStreamLink,
  httpLink,
  httpSubscriptionLink,
  type OperationResultEnvelope,
  splitLink,
  type TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { EventSource } from "eventsource";
import { errorCode } from "./api-error.ts";
import { session } from "./session.ts";

const url = "/trpc";
/** As many as the server takes in one request. */
const maxItems = 10;
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The headers of a call; one that says on whose behalf it is (`context: { authToken }`) keeps its token when the session ends meanwhile. */
function headers({ op }: { op?: { context: Record<string, unknown> } } = {}): Record<string, string> {
  const given = op?.context["authToken"];
  const authToken = typeof given === "string" ? given : session.get().authToken;
  return { "X-Time-Zone": timeZone, ...(authToken === null ? {} : { Authorization: `Bearer ${authToken}` }) };
}

/** A token the server does not take is worth nothing: the session ends, and the guards lead to the sign-in. */
const endRefusedSession: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { authToken } = session.get();
    const check = (error: TRPCClientError<AppRouter>) => {
      const isCurrent = authToken !== null && authToken === session.get().authToken;
      if (isCurrent && errorCode(error) === "UNAUTHENTICATED") session.signOut();
    };
    return observable<OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>, TRPCClientError<AppRouter>>((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          check(error);
          observer.error(error);
        },
      }),
    );
  };

/** How calls travel: subscriptions as server-sent events, sign-in and everything that writes alone, reads together. */
export const links: TRPCLink<AppRouter>[] = [
  endRefusedSession,
  splitLink({
    condition: (op) => op.type === "subscription",
    true: httpSubscriptionLink({
      url,
      EventSource,
      eventSourceOptions: () => ({
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers() } }),
      }),
    }),
    false: splitLink({
      condition: (op) => op.type === "mutation" || op.path.startsWith("auth."),
      true: httpLink({ url, headers }),
      false: httpBatchStreamLink({ url, headers: () => headers(), maxItems }),
    }),
  }),
];
