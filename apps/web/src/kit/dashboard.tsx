import { type ReactNode, useDeferredValue } from "react";
import { ErrorState } from "../ui/empty.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../ui/skeleton.tsx";
import { Stack } from "../ui/stack.tsx";

interface DashboardBodyProps<Data> {
  /** Query of the figures. */
  figures: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Placeholder while the figures load. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a dashboard's figures, a placeholder while loading, or an error with a retry. */
export function DashboardBody<Data>({ figures, skeleton = <FiguresSkeleton />, children }: DashboardBodyProps<Data>) {
  const { isError, isFetching, refetch } = figures;
  const data = useDeferredValue(figures.data); // Deferred, so that the page stays responsive while rendering
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
