import { Section, Card } from "../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../ui/skeleton.tsx";
import { Stack } from "../ui/stack.tsx";

/** A dashboard of figures and what is newest, while it loads. */
export function DashboardSkeleton() {
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
