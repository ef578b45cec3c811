import { Loading, Skeleton } from "../../../ui/skeleton.tsx";

/** Placeholder while the payment methods or the network's configuration load. */
export function PayWaysSkeleton() {
  return (
    <Loading label="Loading your wallet">
      <Skeleton width="100%" height="13rem" />
    </Loading>
  );
}
