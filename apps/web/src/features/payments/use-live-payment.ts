import { limits } from "@hearth/domain/limits";
import { useEffect, useEffectEvent } from "react";
import { useNews } from "../../lib/news.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { newer } from "./newer.ts";

export type PaymentDetail = Outputs["payments"]["get"];

const pollMs = limits.statusPollSeconds * 1_000;

/**
 * Follows one of the payer's own payments while it is shown, because money may arrive late or be reverted at any time.
 * Uses the server's events. While the payment is pending it also polls every five seconds, for a page that is hidden or without events.
 * `isAway`: the poll of a pending payment fails; the last known payment stays available.
 */
export function useLivePayment(paymentId: string) {
  const utils = trpc.useUtils();
  const payment = trpc.payments.get.useQuery({ paymentId }, { refetchOnMount: "always", structuralSharing: newer });
  const isPending = payment.data?.status === "pending";
  const known = payment.data && `${payment.data.status} ${payment.data.transactionHash ?? ""}`;

  const status = trpc.payments.status.useQuery(
    { paymentId },
    { enabled: isPending, refetchInterval: pollMs, refetchIntervalInBackground: true, staleTime: 0 },
  );

  useNews(payment.data === undefined ? null : `payment ${paymentId}`, ({ payment: view }) => {
    if (view) utils.payments.get.setData({ paymentId }, view);
    void Promise.all([utils.payments.claims.invalidate({ paymentId }), utils.refunds.invalidate()]); // Claims and refunds change with it
    void utils.disputes.ofPayment.invalidate({ paymentId }); // So does its dispute
  });

  const polled = status.data && `${status.data.status} ${status.data.transactionHash ?? ""}`;
  const isCounting = isPending && payment.data?.transfer != null;
  const { refetch } = payment;
  const compare = useEffectEvent(() => {
    if (polled === undefined || known === undefined) return;
    if (polled !== known || isCounting) void refetch();
  });

  // Depends on the poll's time, so that each answer is compared once with the cached payment.
  useEffect(() => compare(), [status.dataUpdatedAt]);

  return { payment, isAway: isPending && status.isError };
}
