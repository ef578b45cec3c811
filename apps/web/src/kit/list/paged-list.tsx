import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { FieldError } from "../../ui/field.tsx";
import { DataTableFoot } from "../../ui/data-table.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";

/** What is known of a list that comes page by page: an answer of `usePages`. */
interface Pages<Row> {
  data?: { pages: readonly { items: readonly Row[] }[] } | undefined;
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

export interface PagedListProps<Row> {
  pages: Pages<Row>;
  /** `transaction`; its plural adds an s, `property` becomes `properties`. */
  noun: string;
  /** How many there are in all, where that is known. */
  total?: BoundedCount | undefined;
  /** What is said when the list, or the next page of it, cannot be had. */
  failed: string;
  /** Stands where the list has no rows; words become an empty state of their own. */
  empty: ReactNode;
  /** In an area of dense work: a small button. */
  compact?: boolean;
  skeletonRows?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list in each of its states (loading, failed, empty, filled), with how much of it is shown and the way to more. */
export function PagedList<Row>({ pages, failed, empty, skeletonRows = 8, children, ...foot }: PagedListProps<Row>) {
  const rows = pages.data?.pages.flatMap(({ items }) => items);
  if (!rows) {
    if (!pages.isError) return <SkeletonLedger rows={skeletonRows} />;
    return (
      <ErrorState onRetry={() => void pages.refetch()} busy={pages.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (rows.length === 0) return typeof empty === "string" ? <Empty>{empty}</Empty> : empty;
  return (
    <>
      {children(rows)}
      <Foot {...{ pages, failed, shown: rows.length }} {...foot} />
    </>
  );
}

interface FootProps extends Pick<PagedListProps<unknown>, "pages" | "noun" | "total" | "failed" | "compact"> {
  shown: number;
}

function Foot({ pages, noun, total, failed, compact = false, shown }: FootProps) {
  return (
    <>
      <DataTableFoot count={countText(shown, pages.hasNextPage, total, noun)}>
        {pages.hasNextPage && (
          <Button {...(compact && { size: "small" })} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load more
          </Button>
        )}
      </DataTableFoot>
      {pages.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
  );
}

/** A count that stopped before the end when `hasMore`. */
export interface BoundedCount {
  count: number;
  hasMore?: boolean;
}

/** `412`, or `10,000+` where counting stopped. */
export function boundedText({ count, hasMore = false }: BoundedCount): string {
  return `${count.toLocaleString("en-US")}${hasMore ? "+" : ""}`;
}

/** `17 of 412 transactions`, `The newest 50 users`, `1 dispute`. */
export function countText(shown: number, isPart: boolean, total: BoundedCount | undefined, noun: string): string {
  const nouns = shown === 1 && !isPart ? noun : `${noun.replace(/y$/, "ie")}s`;
  const number = shown.toLocaleString("en-US");
  if (!isPart) return `${number} ${nouns}`;
  return total && total.count > shown ? `${number} of ${boundedText(total)} ${nouns}` : `The newest ${number} ${nouns}`;
}

/** Every part of every filter left out. */
export const everything = {
  search: undefined,
  merchantId: undefined,
  startDate: undefined,
  endDate: undefined,
  status: undefined,
  action: undefined,
};

interface NothingFitsProps {
  /** The filter that is applied now. */
  filter: Readonly<Record<string, unknown>>;
  onClear: () => void;
  /** Stands where nothing was filtered out, because there is nothing yet; words become an empty state of their own. */
  none: ReactNode;
  children: ReactNode;
}

/** An empty list: that nothing fits the filter, with a way to everything; or that there is nothing yet. */
export function NothingFits({ filter, onClear, none, children }: NothingFitsProps) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  if (isNarrowed) return <Empty action={<Button onClick={onClear}>Clear filters</Button>}>{children}</Empty>;
  return typeof none === "string" ? <Empty>{none}</Empty> : none;
}
