import { specifiedMessage } from "../../../lib/api-error.ts";
import { type Inputs, type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";

type WalletChange = Inputs["merchant"]["setPayoutWallet"];

/** Sets the payout wallet. Returns null, or the error message. */
export function useSetWallet(): (change: WalletChange) => Promise<string | null> {
  const utils = trpc.useUtils();
  return async (change) => {
    try {
      const business = await trpcClient.merchant.setPayoutWallet.mutate(change);
      utils.merchant.business.setData(undefined, business);
      void utils.merchant.payeeCard.invalidate();
      toast.success(successOf(business, change.walletAddress));
      return null;
    } catch (error) {
      return specifiedMessage(error, "Failed to update wallet address");
    }
  };
}

/** Success message. A new wallet takes effect after a delay. */
function successOf({ pendingWallet }: Outputs["merchant"]["business"], walletAddress: string): string {
  const isWaiting = pendingWallet?.walletAddress.toLowerCase() === walletAddress.toLowerCase();
  return isWaiting ? "Your change is waiting. You can stop it until it takes effect." : "Wallet address updated successfully";
}
