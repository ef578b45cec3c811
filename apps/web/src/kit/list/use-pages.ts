import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** So many rows come at a time. */
export const pageSize = 50;

/** A list that comes page by page; what was shown stays while another filter's first page is on its way. */
export function usePages<Item>(
  queryKey: QueryKey,
  load: (page: { cursor?: string; limit: number }, signal: AbortSignal) => Promise<Page<Item>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ ...pageParam, limit: pageSize }, signal),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }): { cursor?: string } | undefined => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
  });
  return { query, rows: query.data?.pages.flatMap(({ items }) => items) };
}
