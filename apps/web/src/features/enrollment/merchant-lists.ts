import { queryOptions } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { readAllPages } from "../../lib/read-all-pages.ts";
import { queryClient } from "../../lib/query-client.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";

/** All active merchants, by name. A payer can enroll with these. */
export const activeMerchants = queryOptions({
  queryKey: getQueryKey(trpc.merchant.list),
  queryFn: ({ signal }) => readAllPages((page) => trpcClient.merchant.list.query(page, { signal })),
});

/** All merchants that the history may mention, by name, including inactive ones. */
export const namedMerchants = queryOptions({
  queryKey: getQueryKey(trpc.merchant.listAll),
  queryFn: ({ signal }) => readAllPages((page) => trpcClient.merchant.listAll.query(page, { signal })),
});

/** Prefetches one of these lists. */
export function prefetch(list: typeof activeMerchants): Promise<void> {
  return queryClient.prefetchQuery(list);
}
