import { trpc, type Outputs } from "../../lib/trpc.ts";

export type Dispute = Outputs["disputes"]["get"];

/** As much of a payment as asking for its disputes depends on. */
export interface DisputedPayment {
  id: string;
  disputeStatus: Dispute["status"] | null;
}

/** The disputes about one own payment, newest first; not asked for where there are none. */
export function useDisputes({ id: paymentId, disputeStatus }: DisputedPayment) {
  return trpc.disputes.ofPayment.useQuery({ paymentId }, { enabled: disputeStatus !== null, refetchOnMount: "always" });
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
