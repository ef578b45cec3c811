import type { AppRouter } from "@hearth/server/router";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import { queryClient } from "./query-client.ts";
import { apiLink } from "@hearth/client/api-link";
import type { OperationResultEnvelope, TRPCClientError, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { errorCode } from "./api-error.ts";
import { session } from "./session.ts";
import { stepUp } from "./step-up.ts";

let timeZone: string | undefined;

/** The visitor's zone; asked for with the first call, because a phone takes long to load its tables. */
function ownTimeZone(): string {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}

interface Call {
  path: string;
  context: Record<string, unknown>;
}

const adminCallOfNoun = /^(rent|disputes)\.\w+ForAdmin$|^disputes\.(fileForPayer|close)$|^autopay\.forAdmin$/;

/** Calls of the admin area show the admin token, all others the auth token; neither is taken for the other. */
function isAdminCall({ path }: Pick<Call, "path">): boolean {
  return /^(admin|operations)\./.test(path) || adminCallOfNoun.test(path);
}

function currentToken(call: Pick<Call, "path">): string | null {
  const { authToken, adminToken } = session.get();
  return isAdminCall(call) ? adminToken : authToken;
}

/** The headers of a call; one that says on whose behalf it is (`context: { token }`) keeps its token when the session ends meanwhile. */
function headers(call: Call | undefined): Record<string, string> {
  const given = call?.context["token"];
  const token = typeof given === "string" ? given : call ? currentToken(call) : session.get().authToken;
  return { "X-Time-Zone": ownTimeZone(), ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

/** A token the server does not take is worth nothing: its session ends, and the guards lead to the sign-in. */
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

/** What asks who is signed in to show it waits for that, and is then sent once more; where nobody does, it is refused as it was. */
const askWhoItIs: TRPCLink<AppRouter> =
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

const links: TRPCLink<AppRouter>[] = [askWhoItIs, endRefusedSession, apiLink({ url: "/trpc", headers })];

/** The server's interface as hooks, for components: `trpc.payments.dashboard.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The server's interface as plain calls. */
export const trpcClient = trpc.createClient({ links });

/** The server's interface over the browser's memory, for loaders and guards: `utils.auth.me.ensureData()`. */
export const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });

/** What each procedure takes and answers. */
export type { Inputs, Outputs } from "@hearth/client/hearth-client";
