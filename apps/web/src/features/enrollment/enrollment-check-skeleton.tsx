import { Page } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";

/** While the status is asked for. */
export function EnrollmentCheckSkeleton() {
  return (
    <Page>
      <Loading label="Checking your enrollment">
        <Skeleton width="16rem" height="2.75rem" />
      </Loading>
    </Page>
  );
}
