import { useMutation } from "@tanstack/react-query";
import type { ProvenWallet } from "../../../features/wallet/payout-wallet-proof.tsx";
import { sendAtOnce } from "../../../features/wallet/send-at-once.ts";
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

/** Starts a refund, to be sent as soon as a wallet is ready. Stays busy until the shown refunds are up to date. */
export function useBeginRefund() {
  return useMutation({
    mutationFn: (wish: RefundWish) =>
      "disputeId" in wish ? trpcClient.merchant.refundDispute.mutate(wish) : trpcClient.merchant.refundPayment.mutate(wish),
    onSuccess: ({ _id }) => sendAtOnce.ask(_id),
  });
}

/** Cancels an unsent refund. Stays busy until the shown refunds are up to date. */
export function useCancelRefund() {
  return trpc.merchant.cancelRefund.useMutation();
}

/** Saves a wallet that signed as one to refund from. Returns null, or the error message. */
export function useProveRefundWallet() {
  return async ({ proof }: ProvenWallet) => {
    try {
      await trpcClient.merchant.proveRefundWallet.mutate(proof);
      toast.success("Refunds from this wallet count from now on");
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  };
}

/** Loads the return of an unmatched transfer. Polls while it is under way, and also beside events while the transfer waits for its confirmations. */
export function useSendBack(transferId: string) {
  const refetchMs = useRefetchInterval(liveMs);
  return trpc.merchant.sendBack.useQuery(
    { transferId },
    {
      refetchInterval: ({ state: { data } }) => {
        if (data?.refusal === "notConfirmed") return liveMs; // no event says that it is confirmed
        return data?.status === "begun" || data?.status === "seen" ? refetchMs : false;
      },
    },
  );
}

/** Starts the return of an unmatched transfer, to be sent as soon as a wallet is ready. Stays busy until the shown transfer is up to date. */
export function useBeginSendBack() {
  return useMutation({
    mutationFn: (wish: { transferId: string }) => trpcClient.merchant.sendBackTransfer.mutate(wish),
    onSuccess: ({ _id }) => sendAtOnce.ask(_id),
  });
}

/** Asks a payer for a wallet. Stays busy until the shown refunds are up to date. */
export function useAskPayer() {
  return useMutation({
    mutationFn: (wish: { paymentId: string; amount: string }) => trpcClient.merchant.askPayer.mutate(wish),
  });
}
