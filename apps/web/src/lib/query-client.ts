import { QueryClient } from "@tanstack/react-query";
import { readApiFailure } from "@hearth/client/api-failure";
import { areaOfCall, type SessionArea } from "./call-area.ts";
import { clientCaches } from "./client-caches.ts";

const maxRetries = 2;

/** Retries only if a retry may succeed: after a network error or a server error. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < maxRetries && (readApiFailure(error)?.status ?? 500) >= 500;
}

/** Cache of the server's answers. Being offline is shown as an error instead of waiting. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthRetrying, retryDelay: (failures) => 500 * 2 ** failures, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});

// Never clears mutations: a write that is under way still ends on the page that sent it.
clientCaches.onClear((area) => queryClient.removeQueries({ predicate: ({ queryKey }) => isOfArea(queryKey, area) }));

/** True for the answer of a call that uses the area's token. The key of a call starts with its path, other keys may belong to any area. */
function isOfArea([path]: readonly unknown[], area: SessionArea): boolean {
  return !Array.isArray(path) || areaOfCall(path.join(".")) === area;
}
