import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { type HistoryFilter, toPaymentFilter } from "./history-search.ts";

const pageSize = 20;

/** The payer's payments under a filter, page by page; asked with the plain call, because the server takes the documented fields and no others. */
export function useHistory(history: HistoryFilter) {
  const filter = { ...toPaymentFilter(history), limit: pageSize };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.payments.list, filter, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.payments.list.query({ ...filter, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
  });
}

/** What such payments come to, by status and by month. */
export function useHistoryTotals(history: HistoryFilter) {
  return trpc.payments.historyTotals.useQuery(toPaymentFilter(history), { placeholderData: keepPreviousData });
}
