import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { useAskAgainMs } from "../live.ts";

export type Shown = "open" | "setAside";

const pageSize = 50;
const liveMs = 15_000;

/** Money in the merchant's wallet that no payment has, page by page. */
export function useOddTransfers(show: Shown) {
  const askAgainMs = useAskAgainMs(liveMs);
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.merchant.oddTransfers, { show, limit: pageSize }, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.merchant.oddTransfers.query({ show, limit: pageSize, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : askAgainMs),
  });
}
