import { useMutation } from "@tanstack/react-query";
import { type Connector, ConnectorAlreadyConnectedError, useConfig, useConnection } from "wagmi";
import { connect, disconnect, switchChain } from "wagmi/actions";
import { useWalletContext } from "./wallet-context.ts";

/** The wallet connected to this page. */
export interface ConnectedWallet {
  address: `0x${string}`;
  connector: Connector;
  /** True if the wallet is on Hearth's network. */
  isOnNetwork: boolean;
}

/** Returns the connected wallet, or null. Updates when its owner locks it, or changes the account or network. */
export function useConnectedWallet(): ConnectedWallet | null {
  const { network } = useWalletContext();
  const { address, connector, chainId, status } = useConnection();
  if (status !== "connected") return null;
  return { address, connector, isOnNetwork: chainId === network.chainId };
}

/** Connects a wallet. Succeeds if it is already connected. */
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

/** Disconnects every wallet from this page. Wallets linked to the account stay linked. */
export function useDisconnectWallets() {
  const config = useConfig();
  return async () => {
    for (const { connector } of config.state.connections.values()) await disconnect(config, { connector }).catch(() => undefined);
    // Prevents a reconnect after a reload.
    await config.storage?.removeItem("recentConnectorId");
  };
}

/** Asks the wallet to switch to Hearth's network, and to add it if it is unknown. */
export function useSwitchNetwork() {
  const config = useConfig();
  const { network } = useWalletContext();
  return useMutation({ mutationFn: (connector: Connector) => switchChain(config, { connector, chainId: network.chainId }) });
}
