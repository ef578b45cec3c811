import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey, getUntypedClient } from "@trpc/react-query";
import type { InferQueryLikeData, InferQueryLikeInput } from "@trpc/react-query/shared";
import { trpcClient } from "../../lib/trpc.ts";

type Procedure = Parameters<typeof getQueryKey>[0];

/** A page of a paginated procedure. */
type Page<List> = InferQueryLikeData<List> & { nextCursor: string | null };

/** Input of a paginated procedure without cursor and page size. */
type FilterOf<List> = Omit<NonNullable<InferQueryLikeInput<List>>, "cursor" | "limit">;

interface PageOptions {
  /** Rows per page. Default: 50. */
  size?: number;
  /** Refetch interval in milliseconds, while only the first page is loaded. */
  liveMs?: number;
}

const client = getUntypedClient(trpcClient);

/** Checks the shape of a page, because the untyped client returns unknown. The type of its items follows from the procedure. */
function isPage<List>(answer: unknown): answer is Page<List> {
  return typeof answer === "object" && answer !== null && "items" in answer && "nextCursor" in answer;
}

/**
 * Loads a paginated list. Keeps the shown rows while the first page of another filter loads.
 * Calls the procedure itself, because tRPC's own hook adds a `direction`, and the server rejects undocumented fields.
 */
export function usePages<List extends Procedure>(list: List, filter: FilterOf<List>, { size = 50, liveMs }: PageOptions = {}) {
  const [path] = getQueryKey<Procedure>(list);
  const input = { ...filter, limit: size };
  return useInfiniteQuery({
    queryKey: [path, { input, type: "infinite" }],
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.query(path.join("."), { ...input, ...pageParam }, { signal });
      if (!isPage<List>(page)) throw new Error(`${path.join(".")} does not return pages`);
      return page;
    },
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }): { cursor?: string } | undefined => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (liveMs === undefined || (state.data && state.data.pages.length > 1) ? false : liveMs),
  });
}
