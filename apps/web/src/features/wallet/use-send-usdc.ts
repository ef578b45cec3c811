import { encodeTransfer } from "@hearth/chain/usdc";
import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { sentTransfers } from "./use-sent-transfer.ts";
import type { ConnectedWallet } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";
import { withCheckedPayees } from "./use-wallet-signer.ts";

interface UsdcTransfer {
  to: `0x${string}`;
  /** Base units. */
  usdcUnits: string;
  binding: `0x${string}`;
  /** True for a payment, whose payee is checked first. False for a refund. */
  isPayment?: boolean;
}

/**
 * Sends USDC from a wallet with a binding. The transaction is remembered under a name before anything else can fail, also when the page
 * that asked for it is gone, so that it is not offered again.
 */
export function useSendUsdc(name: string, { to, usdcUnits, binding, isPayment = false }: UsdcTransfer) {
  const config = useConfig();
  const { network } = useWalletContext();
  return useMutation({
    mutationFn: async ({ address, connector }: ConnectedWallet) => {
      const data = encodeTransfer({ to, usdcUnits: BigInt(usdcUnits), binding });
      const call = { account: address, connector, chainId: network.chainId, to: network.usdc.address, data };
      const ask = () => sendTransaction(config, call);
      const txHash = await (isPayment ? withCheckedPayees(network, [{ to }], ask) : ask());
      sentTransfers.remember(name, txHash, new Date());
      return txHash;
    },
  });
}
