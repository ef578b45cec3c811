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
