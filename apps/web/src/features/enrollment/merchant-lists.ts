import { queryOptions } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { readAllPages } from "../../lib/read-all-pages.ts";
import { queryClient } from "../../lib/query-client.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";

/** Every merchant that can be enrolled with, by name. */
export const activeMerchants = queryOptions({
  queryKey: getQueryKey(trpc.merchant.list),
  queryFn: ({ signal }) => readAllPages((page) => trpcClient.merchant.list.query(page, { signal })),
});

/** Every merchant that history may name, by name: inactive ones as well. */
export const namedMerchants = queryOptions({
  queryKey: getQueryKey(trpc.merchant.listAll),
  queryFn: ({ signal }) => readAllPages((page) => trpcClient.merchant.listAll.query(page, { signal })),
});

/** Asks for one of these lists ahead. */
export function prefetch(list: typeof activeMerchants): Promise<void> {
  return queryClient.prefetchQuery(list);
}
