import { errorMessage } from "../../../lib/api-error.ts";
import { useIntention } from "../../../lib/intention.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { useAskAgainMs } from "../live.ts";

export type PaymentRefunds = Outputs["merchant"]["refunds"];
export type Refund = PaymentRefunds["items"][number];

const liveMs = 3_000;

/** The refunds of a payment, followed while one is on its way. */
export function useRefunds(paymentId: string) {
  const askAgainMs = useAskAgainMs(liveMs);
  return trpc.merchant.refunds.useQuery(
    { paymentId },
    { refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === "open") ? askAgainMs : false) },
  );
}

/** The refund that pays what a dispute is owed, begun or done. */
export function refundOf(dispute: { _id: string }, refunds: readonly Refund[] | undefined): Refund | undefined {
  return refunds?.find(({ disputeId, status }) => disputeId === dispute._id && status !== "cancelled");
}

/** What is refunded: what a dispute is owed, or an amount that is freely given. */
export type RefundWish = { disputeId: string } | { paymentId: string; amount: string };

/** Begins and gives up refunds; each answers null, or the sentence that says why it did not work. */
export function useRefundActions() {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIntention();
  const attempt = async (act: () => Promise<unknown>, fallback: string): Promise<string | null> => {
    try {
      await act();
      await utils.merchant.refunds.invalidate();
      return null;
    } catch (error) {
      await utils.merchant.refunds.invalidate();
      return errorMessage(error, fallback);
    }
  };
  return {
    begin: (wish: RefundWish) =>
      attempt(async () => {
        const idempotencyKey = keyFor(wish);
        if ("disputeId" in wish) await trpcClient.merchant.refundDispute.mutate({ ...wish, idempotencyKey });
        else await trpcClient.merchant.refundPayment.mutate({ ...wish, idempotencyKey });
        done();
      }, "The refund could not be begun. Please try again."),
    cancel: (refundId: string) =>
      attempt(() => trpcClient.merchant.cancelRefund.mutate({ refundId }), "The refund could not be cancelled. Please try again."),
  };
}
