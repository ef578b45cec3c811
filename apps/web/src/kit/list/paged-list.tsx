import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { FieldError } from "../../ui/field.tsx";
import { DataTableFoot } from "../../ui/data-table.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";
import styles from "./paged-list.module.css";

/** State of a paginated list, as returned by `usePages`. */
interface Pages<Row> {
  data?: { pages: readonly { items: readonly Row[] }[] } | undefined;
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  /** True while the rows are those of the filter before. */
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

export interface PagedListProps<Row> {
  pages: Pages<Row>;
  /** Singular noun, such as `transaction`. The plural adds an s; `property` becomes `properties`. */
  noun: string;
  /** Total number of rows, if known. */
  total?: BoundedCount | undefined;
  /** Message if the list or its next page could not be loaded. */
  failed: string;
  /** Shown if there are no rows. A text is wrapped in an empty state. */
  empty: ReactNode;
  /** The rows that come first. Default: the newest. */
  lead?: "newest" | "first";
  /** Uses a small button, for dense layouts. */
  compact?: boolean;
  skeletonRows?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows a paginated list while loading, failed, empty or filled, with its count and a button to load more. */
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
  const isStale = pages.isPlaceholderData ?? false;
  if (rows.length === 0) return typeof empty === "string" ? <Empty>{empty}</Empty> : empty;
  return (
    <>
      <div aria-busy={isStale} className={cx(isStale && styles.stale)}>
        {children(rows)}
      </div>
      <Foot {...{ pages, failed, shownCount: rows.length }} {...foot} />
    </>
  );
}

interface FootProps extends Pick<PagedListProps<unknown>, "pages" | "noun" | "total" | "failed" | "lead" | "compact"> {
  shownCount: number;
}

function Foot({ pages, noun, total, failed, lead, compact = false, shownCount }: FootProps) {
  return (
    <>
      <DataTableFoot count={countText(shownCount, pages.hasNextPage, total, noun, lead)}>
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

/** A count. With `hasMore`, counting stopped at a limit. */
export interface BoundedCount {
  count: number;
  hasMore?: boolean;
}

/** Formats a count: `412`, or `10,000+` if counting stopped. */
export function boundedText({ count, hasMore = false }: BoundedCount): string {
  return `${count.toLocaleString("en-US")}${hasMore ? "+" : ""}`;
}

/** Describes how much of a list is shown: `17 of 412 transactions`, `The newest 50 users`, `The first property`, `1 dispute`. */
export function countText(
  shownCount: number,
  isPart: boolean,
  total: BoundedCount | undefined,
  noun: string,
  lead: "newest" | "first" = "newest",
): string {
  const nouns = shownCount === 1 && !isPart ? noun : `${noun.replace(/y$/, "ie")}s`;
  const number = shownCount.toLocaleString("en-US");
  if (!isPart) return `${number} ${nouns}`;
  return total && total.count > shownCount
    ? `${number} of ${boundedText(total)} ${nouns}`
    : shownCount === 1
      ? `The ${lead} ${noun}`
      : `The ${lead} ${number} ${nouns}`;
}

/** A filter without any restriction. */
export const everything = {
  search: undefined,
  merchantId: undefined,
  startDate: undefined,
  endDate: undefined,
  status: undefined,
  action: undefined,
};

interface NothingFitsProps {
  /** The applied filter. */
  filter: Readonly<Record<string, unknown>>;
  onClear: () => void;
  /** Shown if the list is empty without a filter. A text is wrapped in an empty state. */
  none: ReactNode;
  children: ReactNode;
}

/** Empty state of a list: nothing matches the filter, with a button to clear it, or there is nothing yet. */
export function NothingFits({ filter, onClear, none, children }: NothingFitsProps) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  if (isNarrowed) return <Empty action={<Button onClick={onClear}>Clear filters</Button>}>{children}</Empty>;
  return typeof none === "string" ? <Empty>{none}</Empty> : none;
}
