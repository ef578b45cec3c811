/** Whether a read has come, or has failed once: what a page can do without is not waited for any longer. */
export function hasCome({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return !isPending || failureCount > 0;
}
