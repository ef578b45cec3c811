import { trpc, type Outputs } from "../../lib/trpc.ts";

export type Dispute = Outputs["disputes"]["get"];

/** The fields of a payment that loading its disputes needs. */
export interface DisputedPayment {
  id: string;
  disputeStatus: Dispute["status"] | null;
}

/** Loads the disputes about an own payment, newest first. Skips the request if there are none. */
export function useDisputes({ id: paymentId, disputeStatus }: DisputedPayment) {
  return trpc.disputes.ofPayment.useQuery({ paymentId }, { enabled: disputeStatus !== null, refetchOnMount: "always" });
}

/** Invalidates every query that shows a payment or its dispute. */
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
