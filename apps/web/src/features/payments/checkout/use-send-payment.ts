import { encodeTransfer } from "@hearth/chain/usdc";
import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import type { ConnectedWallet } from "../../wallet/use-wallet.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import type { CheckoutView } from "./checkout-stage.ts";
import { sentTransfers } from "./use-sent-transfer.ts";

/** Lets the wallet itself send the transfer, which carries this checkout's binding; what was sent is remembered until it is seen. */
export function useSendPayment(view: CheckoutView) {
  const config = useConfig();
  const { network } = useWalletContext();
  return useMutation({
    mutationFn: ({ address, connector }: ConnectedWallet) => {
      const data = encodeTransfer({ to: view.payeeAddress, usdcUnits: BigInt(view.usdcUnits), binding: view.binding });
      return sendTransaction(config, { account: address, connector, chainId: network.chainId, to: network.usdc.address, data });
    },
    onSuccess: (txHash) => sentTransfers.remember(view.paymentId, txHash, new Date()),
  });
}
