import type { AppRouter } from "@hearth/server/router";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import { queryClient } from "./query-client.ts";
import { apiLink } from "@hearth/client/api-link";
import { loadedLink } from "@hearth/client/loaded-link";
import { type OperationResultEnvelope, splitLink, type TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { errorCode } from "./api-error.ts";
import { areaOfCall } from "./call-area.ts";
import { newVersion } from "./new-version.ts";
import { session } from "./session.ts";
import { stepUp } from "./step-up.ts";

let timeZone: string | undefined;

/** The device's time zone. Read on the first call that sends it, because loading its tables keeps a slow phone busy for 100 ms. */
function ownTimeZone(): string {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}

interface Call {
  path: string;
  type: "query" | "mutation" | "subscription";
  context: Record<string, unknown>;
}

/** True for calls that need the admin token. All others use the auth token. */
function isAdminCall({ path }: Pick<Call, "path">): boolean {
  return areaOfCall(path) === "admin";
}

function currentToken(call: Pick<Call, "path">): string | null {
  const { authToken, adminToken } = session.get();
  return isAdminCall(call) ? adminToken : authToken;
}

/** Headers of a call. A call with `context: { token }` uses that token even if the session ends meanwhile. */
function headers(call: Call | undefined): Record<string, string> {
  const { token: given, idempotencyKey: key } = call?.context ?? {};
  const token = typeof given === "string" ? given : call ? currentToken(call) : session.get().authToken;
  // No answer to a visitor and no payment depends on the zone, but a sign-up keeps it as the zone of the business, in which rent is due.
  const needsZone = token !== null || (call?.type === "mutation" && !call.path.startsWith("payments."));
  return {
    ...(needsZone && { "X-Time-Zone": ownTimeZone() }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(typeof key === "string" && { "Idempotency-Key": key }),
  };
}

/** Ends the session if the server rejects its token. The route guards then redirect to the sign-in. */
const endRefusedSession: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const token = currentToken(op);
    const check = (error: TRPCClientError<AppRouter>) => {
      const isCurrent = token !== null && token === currentToken(op);
      if (!isCurrent || errorCode(error) !== "UNAUTHENTICATED") return;
      if (isAdminCall(op)) session.signOutAdmin(true);
      else session.signOut(true);
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

/** Asks for a step-up if a call requires it, then repeats the call. If the user declines, the call fails with the original error. */
const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable<OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>, TRPCClientError<AppRouter>>((observer) => {
      let current = send((error) => {
        if (errorCode(error) !== "STEP_UP_REQUIRED") return observer.error(error);
        void stepUp.ask(isAdminCall(op) ? "admin" : "auth").then((isShown) => {
          if (isShown) current = send((second) => observer.error(second));
          else observer.error(error);
        });
      });
      function send(onError: (error: TRPCClientError<AppRouter>) => void) {
        return next(op).subscribe({ next: (value) => observer.next(value), complete: () => observer.complete(), error: onError });
      }
      return () => current.unsubscribe();
    });

const ownId = () => session.get().user?._id ?? "";

// Loaded on demand, because a page shows its content before anybody writes.
const writeLink = loadedLink(async () => (await import("./write-link.ts")).writeLink(ownId));

const url = "/trpc";

/** Sends a request, and compares the build of the answer with this page's. */
async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  newVersion.notice(answer);
  return answer;
}

async function loadStreams(): Promise<TRPCLink<AppRouter>> {
  const [{ inSlots }, { eventLink }] = await Promise.all([import("./stream-slots.ts"), import("@hearth/client/event-link")]);
  return inSlots(eventLink({ url, headers, fetch: send }));
}

const api = apiLink({ url, headers, loadStreams, fetch: (input, init) => send(input, { ...init, signal: init?.signal ?? null }) });
const links: TRPCLink<AppRouter>[] = [
  stepUpLink,
  endRefusedSession,
  splitLink({ condition: ({ type }) => type === "mutation", true: [writeLink, api], false: api }),
];

/** API as hooks for components: `trpc.payments.dashboard.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

/** API as plain calls. */
export const trpcClient = trpc.createClient({ links });

/** API with the query cache, for loaders and guards: `utils.auth.me.ensureData()`. */
export const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });

export type { Inputs, Outputs } from "@hearth/client/hearth-client";
