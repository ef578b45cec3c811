import { Loading, Skeleton } from "../../../ui/skeleton.tsx";

/** The ways to pay while their code, or the network they are for, is loaded. */
export function PayWaysSkeleton() {
  return (
    <Loading label="Loading your wallet">
      <Skeleton width="100%" height="13rem" />
    </Loading>
  );
}
