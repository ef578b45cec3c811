import { useMutation } from "@tanstack/react-query";
import { type Connector, ConnectorAlreadyConnectedError, useConfig, useConnection } from "wagmi";
import { connect, disconnect, switchChain } from "wagmi/actions";
import { useWalletContext } from "./wallet-context.ts";

/** The wallet that is connected to this page now. */
export interface ConnectedWallet {
  address: `0x${string}`;
  connector: Connector;
  /** Whether the wallet is on the product's network. */
  isOnNetwork: boolean;
}

/** The connected wallet, or null; followed live while its owner locks it, or changes account or network in it. */
export function useConnectedWallet(): ConnectedWallet | null {
  const { network } = useWalletContext();
  const { address, connector, chainId, status } = useConnection();
  if (status !== "connected") return null;
  return { address, connector, isOnNetwork: chainId === network.chainId };
}

/** Connects a wallet; asking for the one that is connected already is fine. */
export function useConnectWallet() {
  const config = useConfig();
  return useMutation({
    mutationFn: async (connector: Connector) => {
      try {
        await connect(config, { connector });
      } catch (error) {
        if (!(error instanceof ConnectorAlreadyConnectedError)) throw error;
      }
    },
  });
}

/** Disconnects every wallet from this page; what is linked to the account stays linked. */
export function useDisconnectWallets() {
  const config = useConfig();
  return async () => {
    for (const { connector } of config.state.connections.values()) await disconnect(config, { connector }).catch(() => undefined);
    // Nothing to connect again to after a reload.
    await config.storage?.removeItem("recentConnectorId");
  };
}

/** Asks the wallet to go to the product's network, which adds it where the wallet does not know it. */
export function useSwitchNetwork() {
  const config = useConfig();
  const { network } = useWalletContext();
  return useMutation({ mutationFn: (connector: Connector) => switchChain(config, { connector, chainId: network.chainId }) });
}
