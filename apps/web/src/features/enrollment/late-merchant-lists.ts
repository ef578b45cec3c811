/** Prefetches a list of merchants in a loader. */
export function prefetchMerchants(list: "activeMerchants" | "namedMerchants"): void {
  void import("./merchant-lists.ts").then(
    ({ prefetch, ...lists }) => prefetch(lists[list]),
    () => undefined,
  );
}
