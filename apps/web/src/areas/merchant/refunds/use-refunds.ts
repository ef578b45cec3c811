import { useMutation } from "@tanstack/react-query";
import type { ProvenWallet } from "../../../features/wallet/payout-wallet-proof.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";
import { useRefetchInterval } from "../live.ts";

export type PaymentRefunds = Outputs["merchant"]["refunds"];
export type Refund = PaymentRefunds["items"][number];

const liveMs = 3_000;

/** Loads the refunds of a payment. Polls while one is under way, or while its payer is asked for a wallet. */
export function useRefunds(paymentId: string) {
  const refetchMs = useRefetchInterval(liveMs);
  return trpc.merchant.refunds.useQuery(
    { paymentId },
    { refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? refetchMs : false) },
  );
}

function isAwaited({ items, asked, to }: PaymentRefunds): boolean {
  return items.some(({ status }) => status === "open") || (asked !== null && to === null);
}

/** Returns the refund of a dispute, open or completed. */
export function refundOf(dispute: { _id: string }, refunds: readonly Refund[] | undefined): Refund | undefined {
  return refunds?.find(({ disputeId, status }) => disputeId === dispute._id && status !== "cancelled");
}

/** Input of a refund: the amount owed for a dispute, or an amount of a payment. */
export type RefundWish = { disputeId: string } | { paymentId: string; amount: string; chargeId?: string };

/** Message if a refund could not be started. */
export const beginFallback = "The refund could not be started. Please try again.";

/** Starts a refund. Stays busy until the payment's refunds were refetched, also after an error. */
export function useBeginRefund() {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: (wish: RefundWish) =>
      "disputeId" in wish ? trpcClient.merchant.refundDispute.mutate(wish) : trpcClient.merchant.refundPayment.mutate(wish),
    onSettled: () => utils.merchant.refunds.invalidate(),
  });
}

/** Cancels an unsent refund. Stays busy until all refund data was refetched, also after an error. */
export function useCancelRefund() {
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([utils.merchant.refunds.invalidate(), utils.merchant.sendBack.invalidate(), utils.merchant.oddTransfers.invalidate()]);
  return trpc.merchant.cancelRefund.useMutation({ onSettled: refresh });
}

/** Saves a wallet that signed as one to refund from. Returns null, or the error message. */
export function useProveRefundWallet() {
  const utils = trpc.useUtils();
  return async ({ proof }: ProvenWallet) => {
    try {
      await trpcClient.merchant.proveRefundWallet.mutate(proof);
      await Promise.all([utils.merchant.refunds.invalidate(), utils.merchant.sendBack.invalidate()]);
      toast.success("Refunds from this wallet count from now on");
      return null;
    } catch (error) {
      return errorMessage(error, "The wallet could not be saved. Please try again.");
    }
  };
}

/** Loads the return of an unmatched transfer. Polls while it is under way. */
export function useSendBack(transferId: string) {
  const refetchMs = useRefetchInterval(liveMs);
  return trpc.merchant.sendBack.useQuery(
    { transferId },
    { refetchInterval: ({ state }) => (state.data?.status === "begun" || state.data?.status === "seen" ? refetchMs : false) },
  );
}

/** Starts the return of an unmatched transfer. Stays busy until it was refetched, also after an error. */
export function useBeginSendBack() {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: (wish: { transferId: string }) => trpcClient.merchant.sendBackTransfer.mutate(wish),
    onSettled: () => Promise.all([utils.merchant.sendBack.invalidate(), utils.merchant.oddTransfers.invalidate()]),
  });
}

/** Message if a payer could not be asked. */
export const askFallback = "The payer could not be asked. Please try again.";

/** Asks a payer for a wallet. Stays busy until the payment's refunds were refetched, also after an error. */
export function useAskPayer() {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: (wish: { paymentId: string; amount: string }) => trpcClient.merchant.askPayer.mutate(wish),
    onSettled: () => utils.merchant.refunds.invalidate(),
  });
}
