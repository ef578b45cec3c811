/** True if a query has data or has failed once, so that the page need not wait for it any longer. */
export function isSettled({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return !isPending || failureCount > 0;
}
