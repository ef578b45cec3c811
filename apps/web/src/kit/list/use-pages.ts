import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey, getUntypedClient } from "@trpc/react-query";
import type { InferQueryLikeData, InferQueryLikeInput } from "@trpc/react-query/shared";
import { trpcClient } from "../../lib/trpc.ts";

type Procedure = Parameters<typeof getQueryKey>[0];

/** One answer of a procedure that lists page by page. */
type Page<List> = InferQueryLikeData<List> & { nextCursor: string | null };

/** What a procedure that lists page by page is asked for beside the cursor and the length of a page. */
type FilterOf<List> = Omit<NonNullable<InferQueryLikeInput<List>>, "cursor" | "limit">;

interface PageOptions {
  /** How many rows come at a time. */
  size?: number;
  /** Milliseconds after which the list is asked for again by itself, while only its first page is shown. */
  liveMs?: number;
}

const client = getUntypedClient(trpcClient);

/** The client answers without a type here; that it is a page is looked at, and of what follows from the procedure. */
function isPage<List>(answer: unknown): answer is Page<List> {
  return typeof answer === "object" && answer !== null && "items" in answer && "nextCursor" in answer;
}

/**
 * A list that comes page by page; what was shown stays while another filter's first page is on its way. It calls the procedure itself,
 * because tRPC's own hook adds a `direction`, and the server takes the documented fields and no others.
 */
export function usePages<List extends Procedure>(list: List, filter: FilterOf<List>, { size = 50, liveMs }: PageOptions = {}) {
  const [path] = getQueryKey<Procedure>(list);
  const input = { ...filter, limit: size };
  return useInfiniteQuery({
    queryKey: [path, { input, type: "infinite" }],
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.query(path.join("."), { ...input, ...pageParam }, { signal });
      if (!isPage<List>(page)) throw new Error(`${path.join(".")} answers no pages`);
      return page;
    },
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }): { cursor?: string } | undefined => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (liveMs === undefined || (state.data && state.data.pages.length > 1) ? false : liveMs),
  });
}
