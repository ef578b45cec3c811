import { Page } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";

export function EnrollmentCheckSkeleton() {
  return (
    <Page>
      <Loading label="Checking your enrollment">
        <Skeleton width="16rem" height="2.75rem" />
      </Loading>
    </Page>
  );
}
