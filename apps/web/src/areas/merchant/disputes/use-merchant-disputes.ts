import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { useAskAgainMs } from "../live.ts";
import { useMerchantStats } from "../use-merchant-stats.ts";
import type { DisputeSearch } from "./dispute-search.ts";

export type MerchantDispute = Outputs["disputes"]["listForMerchant"]["items"][number];

const pageSize = 50;
const liveMs = 15_000;

/** The disputes about the merchant's payments under a filter, page by page; the days are the merchant's own. */
export function useMerchantDisputes({ status, startDate, endDate }: DisputeSearch) {
  const timeZone = useMerchantStats().data?.timeZone;
  const askAgainMs = useAskAgainMs(liveMs);
  const filter = { status: status ?? ("all" as const), startDate, endDate, timeZone, limit: pageSize };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.disputes.listForMerchant, filter, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.disputes.listForMerchant.query({ ...filter, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : askAgainMs),
  });
}

/** How many there are of each status within the days. */
export function useDisputeTotals({ startDate, endDate }: DisputeSearch) {
  const refetchInterval = useAskAgainMs(liveMs);
  return trpc.merchant.disputeTotals.useQuery({ startDate, endDate }, { placeholderData: keepPreviousData, refetchInterval });
}
