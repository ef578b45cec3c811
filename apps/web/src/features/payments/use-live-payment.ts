import { limits } from "@hearth/domain/limits";
import { useEffect, useEffectEvent } from "react";
import { type Outputs, trpc } from "../../lib/trpc.ts";

export type PaymentDetail = Outputs["payments"]["get"];

const pollMs = limits.statusPollSeconds * 1_000;

/**
 * One of the payer's own payments, followed live as long as it is shown (money may come late, and go back at any time): by events of the
 * server, and while it is pending also by asking for its status every five seconds, in case the events do not come through. Whichever is
 * first is shown. `isAway` while a pending payment cannot be asked about; what was known before is still there.
 */
export function useLivePayment(paymentId: string) {
  const utils = trpc.useUtils();
  const payment = trpc.payments.get.useQuery({ paymentId }, { refetchOnMount: "always" });
  const isPending = payment.data?.status === "pending";
  const known = payment.data && `${payment.data.status} ${payment.data.transactionHash ?? ""}`;

  const status = trpc.payments.status.useQuery(
    { paymentId },
    { enabled: isPending, refetchInterval: pollMs, refetchIntervalInBackground: true, staleTime: 0 },
  );

  trpc.payments.watch.useSubscription(
    { paymentId },
    {
      enabled: payment.data !== undefined,
      onData: ({ data }) => {
        utils.payments.get.setData({ paymentId }, data);
        void Promise.all([utils.payments.claims.invalidate({ paymentId }), utils.refunds.invalidate()]); // so does what stands beside it
        void utils.disputes.ofPayment.invalidate({ paymentId }); // what the others do to its dispute comes the same way
      },
    },
  );

  const polled = status.data && `${status.data.status} ${status.data.transactionHash ?? ""}`;
  const isCounting = isPending && payment.data?.transfer != null;
  const { refetch } = payment;
  const compare = useEffectEvent(() => {
    if (polled === undefined || known === undefined) return;
    if (polled !== known || isCounting) void refetch();
  });

  // The poll's own time is the occasion: each answer is compared once with what is shown.
  useEffect(() => compare(), [status.dataUpdatedAt]);

  return { payment, isAway: isPending && status.isError };
}
