import { useMutation } from "@tanstack/react-query";
import type { ProvenWallet } from "../../../features/wallet/payout-wallet-proof.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";
import { useAskAgainMs } from "../live.ts";

export type PaymentRefunds = Outputs["merchant"]["refunds"];
export type Refund = PaymentRefunds["items"][number];

const liveMs = 3_000;

/** The refunds of a payment, followed while one is on its way, or its payer is asked for a wallet. */
export function useRefunds(paymentId: string) {
  const askAgainMs = useAskAgainMs(liveMs);
  return trpc.merchant.refunds.useQuery(
    { paymentId },
    { refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? askAgainMs : false) },
  );
}

function isAwaited({ items, asked, to }: PaymentRefunds): boolean {
  return items.some(({ status }) => status === "open") || (asked !== null && to === null);
}

/** The refund that pays what a dispute is owed, begun or done. */
export function refundOf(dispute: { _id: string }, refunds: readonly Refund[] | undefined): Refund | undefined {
  return refunds?.find(({ disputeId, status }) => disputeId === dispute._id && status !== "cancelled");
}

/** What is refunded: what a dispute is owed, or an amount that is freely given. */
export type RefundWish = { disputeId: string } | { paymentId: string; amount: string; chargeId?: string };

/** Says why a refund could not be begun. */
export const beginFallback = "The refund could not be started. Please try again.";

/** Begins a refund; it is busy until the payment's refunds have been asked for again, whatever came of it. */
export function useBeginRefund() {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (wish: RefundWish) => {
      const idempotencyKey = keyFor(wish);
      return "disputeId" in wish
        ? trpcClient.merchant.refundDispute.mutate({ ...wish, idempotencyKey })
        : trpcClient.merchant.refundPayment.mutate({ ...wish, idempotencyKey });
    },
    onSuccess: done,
    onSettled: () => utils.merchant.refunds.invalidate(),
  });
}

/** Gives a refund up that was not sent; it is busy until everything about refunds has been asked for again, whatever came of it. */
export function useCancelRefund() {
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([utils.merchant.refunds.invalidate(), utils.merchant.sendBack.invalidate(), utils.merchant.oddTransfers.invalidate()]);
  return trpc.merchant.cancelRefund.useMutation({ onSettled: refresh });
}

/** Keeps a wallet that has signed as one to refund from; answers null, or the sentence that says why it could not be kept. */
export function useProveRefundWallet() {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIdempotencyKey();
  return async ({ proof }: ProvenWallet) => {
    try {
      await trpcClient.merchant.proveRefundWallet.mutate({ ...proof, idempotencyKey: keyFor(proof) });
      done();
      await Promise.all([utils.merchant.refunds.invalidate(), utils.merchant.sendBack.invalidate()]);
      toast.success("Refunds from this wallet count from now on");
      return null;
    } catch (error) {
      return errorMessage(error, "The wallet could not be saved. Please try again.");
    }
  };
}

/** How far a transfer has gone back that no payment has, followed while it is on its way. */
export function useSendBack(transferId: string) {
  const askAgainMs = useAskAgainMs(liveMs);
  return trpc.merchant.sendBack.useQuery(
    { transferId },
    { refetchInterval: ({ state }) => (state.data?.status === "begun" || state.data?.status === "seen" ? askAgainMs : false) },
  );
}

/** Begins to send a transfer back; it is busy until that has been asked for again, whatever came of it. */
export function useBeginSendBack() {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (wish: { transferId: string }) => trpcClient.merchant.sendBackTransfer.mutate({ ...wish, idempotencyKey: keyFor(wish) }),
    onSuccess: done,
    onSettled: () => Promise.all([utils.merchant.sendBack.invalidate(), utils.merchant.oddTransfers.invalidate()]),
  });
}

/** Says why a payer could not be asked. */
export const askFallback = "The payer could not be asked. Please try again.";

/** Asks a payer for a wallet; it is busy until the payment's refunds have been asked for again, whatever came of it. */
export function useAskPayer() {
  const utils = trpc.useUtils();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (wish: { paymentId: string; amount: string }) =>
      trpcClient.merchant.askPayer.mutate({ ...wish, idempotencyKey: keyFor(wish) }),
    onSuccess: done,
    onSettled: () => utils.merchant.refunds.invalidate(),
  });
}
