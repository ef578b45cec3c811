import { type Network, networks } from "@hearth/chain/networks";
import { createContext, use } from "react";
import type { NetworkInfo } from "../../lib/wagmi.ts";

export interface WalletContextValue {
  info: NetworkInfo;
  /** False while the last wallet is being reconnected after a reload. */
  isReady: boolean;
}

export const WalletContext = createContext<WalletContextValue | null>(null);

/** Returns the network and whether wallets are ready. Throws outside of a `WalletProvider`. */
export function useWalletContext(): WalletContextValue & { network: Network } {
  const value = use(WalletContext);
  if (!value) throw new Error("This component must be inside of a WalletProvider");
  return { ...value, network: networks[value.info.name] };
}
