import { type Network, networks } from "@hearth/chain/networks";
import { createContext, use } from "react";
import type { NetworkInfo } from "../../lib/wagmi.ts";

/** What wallet parts know about where they are. */
export interface WalletContextValue {
  info: NetworkInfo;
  /** False while the last wallet is being connected again after a reload. */
  isReady: boolean;
}

export const WalletContext = createContext<WalletContextValue | null>(null);

/** The network and whether wallets are ready; only inside a `WalletProvider`. */
export function useWalletContext(): WalletContextValue & { network: Network } {
  const value = use(WalletContext);
  if (!value) throw new Error("Wallet parts stand inside a WalletProvider");
  return { ...value, network: networks[value.info.name] };
}
