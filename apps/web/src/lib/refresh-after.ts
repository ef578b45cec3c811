import { isChangedBy } from "@hearth/domain/changed-by-calls";
import { queryClient } from "./query-client.ts";

/** Longest time that a write waits for the shown data that it changed, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * Refetches the shown queries that a mutation can change, and marks the others as stale. Resolves when the shown data is up to date, or after
 * some seconds, so that a slow list holds up no write.
 */
export async function refreshAfter(mutation: string): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestWaitMs);
  const refreshed = queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && isChangedBy(mutation, path.join(".")),
  });
  await Promise.race([refreshed, waited]);
  clearTimeout(timer);
}

/** Refetches everything that is shown after a write without an answer, so that the page shows its outcome. */
export function refreshAfterNoAnswer(): void {
  void queryClient.invalidateQueries();
}

/** True for a refusal that can mean that the page shows something that is over: not found, in conflict, or not possible any more. */
export function isAboutShownData(status: number | undefined): boolean {
  return status === 404 || status === 409 || status === 422;
}
