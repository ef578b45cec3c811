import { MutationCache, QueryClient } from "@tanstack/react-query";
import { readApiFailure } from "@hearth/client/api-failure";
import { isOutcomeUnknown } from "./api-error.ts";
import { clientCaches } from "./client-caches.ts";

const maxRetries = 2;

/** Retries only if a retry may succeed: after a network error or a server error. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < maxRetries && (readApiFailure(error)?.status ?? 500) >= 500;
}

/** After a write without an answer, everything on the page is asked for anew, so that it shows whether the write was done. */
const mutationCache = new MutationCache({
  onError: (error) => {
    if (isOutcomeUnknown(error)) void queryClient.invalidateQueries();
  },
});

/** Cache of the server's answers. Being offline is shown as an error instead of waiting. */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthRetrying, retryDelay: (failures) => 500 * 2 ** failures, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
clientCaches.onClear(() => queryClient.clear());
