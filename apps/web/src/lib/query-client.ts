import { QueryClient } from "@tanstack/react-query";
import { readApiFailure } from "@hearth/client/api-failure";
import { remembered } from "./remembered.ts";

const maxRetries = 2;

/** Only what may go better the next time is tried again: no answer, or the server's own trouble. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < maxRetries && (readApiFailure(error)?.status ?? 500) >= 500;
}

/** What the browser remembers of the server's answers. Being offline is a failure that is shown, not a wait without words. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthRetrying, retryDelay: (failures) => 500 * 2 ** failures, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
remembered.by(() => queryClient.clear());
