import type { ReactNode } from "react";
import { ErrorState } from "../../ui/empty.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";

interface ListStatesProps<Row> {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  rows: readonly Row[] | undefined;
  /** What is said when the list could not be loaded. */
  failed: string;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list in each of its states: loading, failed, empty, filled. */
export function ListStates<Row>({ query, rows, failed, empty, children }: ListStatesProps<Row>) {
  if (rows) return rows.length === 0 ? empty : children(rows);
  if (!query.isError) return <SkeletonLedger rows={8} />;
  return (
    <ErrorState onRetry={() => void query.refetch()} busy={query.isFetching}>
      {failed}
    </ErrorState>
  );
}
