import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";

/** A form for an amount while it loads. */
export function SetupSkeleton() {
  return (
    <Loading label="Loading the payment page">
      <Stack wide>
        <Skeleton width="min(22rem, 100%)" height="4.5rem" />
        <Skeleton width="min(38rem, 100%)" height="2.5rem" />
      </Stack>
    </Loading>
  );
}
