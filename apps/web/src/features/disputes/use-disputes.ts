import { trpc, type Outputs } from "../../lib/trpc.ts";

export type Dispute = Outputs["disputes"]["get"];

/** The disputes about one own payment, newest first; while one is open, what the others do to it is followed live. */
export function useDisputes(payment: { id: string; status: string; disputeStatus: string | null }) {
  const utils = trpc.useUtils();
  const paymentId = payment.id;
  const disputes = trpc.disputes.ofPayment.useQuery({ paymentId }, { enabled: payment.disputeStatus !== null, refetchOnMount: "always" });
  trpc.payments.watch.useSubscription(
    { paymentId },
    {
      enabled: payment.status === "completed" && payment.disputeStatus !== null && payment.disputeStatus !== "closed",
      onData: ({ data }) => {
        utils.payments.get.setData({ paymentId }, data);
        void utils.disputes.ofPayment.invalidate({ paymentId });
      },
    },
  );
  return disputes;
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
