import { getQueryKey } from "@trpc/react-query";
import { type Inputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { usePages } from "../../../kit/list/use-pages.ts";

export type DisputeFilter = Omit<Inputs["disputes"]["listForAdmin"], "limit" | "cursor">;

/** Disputes under a filter, page by page. */
export function useDisputeList(filter: DisputeFilter) {
  return usePages(getQueryKey(trpc.disputes.listForAdmin, filter, "infinite"), (page, signal) =>
    trpcClient.disputes.listForAdmin.query({ ...filter, ...page }, { signal }),
  );
}

/** What is said when a list of disputes could not be loaded: with a filter, it is the filter that failed. */
export function failedWords({ search, startDate, endDate, status }: DisputeFilter): string {
  const isFiltered = Boolean(search ?? startDate ?? endDate) || (status !== undefined && status !== "all");
  return isFiltered ? "Failed to filter disputes" : "Failed to load disputes";
}
