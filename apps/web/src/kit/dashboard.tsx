import { type ReactNode, useDeferredValue } from "react";
import { ErrorState } from "../ui/empty.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../ui/skeleton.tsx";
import { Stack } from "../ui/stack.tsx";

interface DashboardBodyProps<Data> {
  /** The answer that holds the figures, or why there are none. */
  figures: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Stands while the figures load. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The figures of a dashboard in each of their states: loading, failed, there. */
export function DashboardBody<Data>({ figures, skeleton = <FiguresSkeleton />, children }: DashboardBodyProps<Data>) {
  const { isError, isFetching, refetch } = figures;
  const data = useDeferredValue(figures.data); // drawn in slices, between which the page goes on answering
  if (data !== undefined) return children(data);
  if (!isError) return skeleton;
  return (
    <Card>
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        Failed to load dashboard data
      </ErrorState>
    </Card>
  );
}

function FiguresSkeleton() {
  return (
    <>
      <Card>
        <Loading label="Loading the dashboard">
          <Stack>
            <Skeleton width="9rem" />
            <Skeleton width="min(16rem, 80%)" height="2.75rem" />
            <Skeleton width="6rem" />
          </Stack>
        </Loading>
      </Card>
      <Section title="Recent transactions">
        <SkeletonLedger />
      </Section>
    </>
  );
}
