import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { FieldError } from "../../ui/field.tsx";
import { LedgerFoot } from "../../ui/ledger.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";

/** What is known of a list that comes page by page. */
export interface Pages<Row> {
  data?: { pages: readonly { items: readonly Row[] }[] } | undefined;
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

interface PagedListProps<Row> {
  pages: Pages<Row>;
  /** What is said when the list cannot be had. */
  failed: string;
  /** What is said where it has no rows. */
  empty: string;
  /** How many there are, in words. */
  count: (shown: number) => string;
  skeletonRows?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list with its loading, empty and failed state, its count, and the way to more of it. */
export function PagedList<Row>({ pages, failed, empty, count, skeletonRows = 5, children }: PagedListProps<Row>) {
  const rows = pages.data?.pages.flatMap(({ items }) => items);
  if (!rows) {
    if (!pages.isError) return <SkeletonLedger rows={skeletonRows} />;
    return (
      <ErrorState onRetry={() => void pages.refetch()} busy={pages.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      {children(rows)}
      <LedgerFoot count={count(rows.length)}>
        {pages.hasNextPage && (
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load more
          </Button>
        )}
      </LedgerFoot>
      {pages.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
  );
}
