import { trpc, type Outputs } from "../../lib/trpc.ts";

export type Dispute = Outputs["disputes"]["get"];

/** As much of a payment as following its disputes depends on. */
export interface DisputedPayment {
  id: string;
  status: string;
  disputeStatus: Dispute["status"] | null;
}

/** The disputes about one own payment, newest first; not asked for where there are none. */
export function useDisputes({ id: paymentId, disputeStatus }: DisputedPayment) {
  return trpc.disputes.ofPayment.useQuery({ paymentId }, { enabled: disputeStatus !== null, refetchOnMount: "always" });
}

/** Follows live what the others do to a payment's open dispute. */
export function useFollowDispute({ id: paymentId, status, disputeStatus }: DisputedPayment): void {
  const utils = trpc.useUtils();
  trpc.payments.watch.useSubscription(
    { paymentId },
    {
      enabled: status === "completed" && disputeStatus !== null && disputeStatus !== "closed",
      onData: ({ data }) => {
        utils.payments.get.setData({ paymentId }, data);
        void utils.disputes.ofPayment.invalidate({ paymentId });
      },
    },
  );
}

/** Lets everything that shows a payment or its dispute ask again. */
export function useRefreshDisputes(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.disputes.invalidate(),
      utils.payments.get.invalidate(),
      utils.payments.list.invalidate(),
      utils.payments.dashboard.invalidate(),
    ]);
  };
}
