import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { useAskAgainMs } from "../live.ts";
import type { TransactionSearch } from "./transaction-search.ts";

const pageSize = 50;
const liveMs = 5_000;

type Filter = Pick<TransactionSearch, "status" | "startDate" | "endDate">;

/** The merchant's transactions under a filter, page by page; where no news come, asked again while only the first page is shown. */
export function useTransactions({ status, startDate, endDate }: Filter) {
  const askAgainMs = useAskAgainMs(liveMs);
  const filter = { status: status ?? ("all" as const), startDate, endDate, limit: pageSize };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.merchant.transactions, filter, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.merchant.transactions.query({ ...filter, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : askAgainMs),
  });
}

/** How many there are of each status within the days, kept as fresh as the list. */
export function useTransactionTotals({ startDate, endDate }: Filter) {
  const refetchInterval = useAskAgainMs(liveMs);
  return trpc.merchant.transactionTotals.useQuery({ startDate, endDate }, { placeholderData: keepPreviousData, refetchInterval });
}
