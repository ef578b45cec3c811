import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type Inputs, trpc, trpcClient } from "../../../lib/trpc.ts";

const pageSize = 50;
const liveMs = 15_000;

export type TransactionFilter = Omit<Inputs["admin"]["transactions"], "limit" | "cursor">;

/** Transactions under a filter, page by page, asked again now and then while only the first page is shown. */
export function useTransactions(filter: TransactionFilter) {
  const input = { ...filter, limit: pageSize };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.admin.transactions, input, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.admin.transactions.query({ ...input, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : liveMs),
  });
}

/** How many there are of each status under the rest of the filter; null where the words match too much to be counted. */
export function useTransactionCounts(filter: Omit<TransactionFilter, "status">) {
  return trpc.admin.transactionCounts.useQuery(filter, { placeholderData: keepPreviousData, refetchInterval: liveMs });
}
