import { networks } from "@hearth/chain/networks";
import { type Chain, defineChain, http } from "viem";
import { type Config, type CreateConnectorFn, createConfig } from "wagmi";
import { reconnect } from "wagmi/actions";
import { baseAccount } from "wagmi/connectors/baseAccount";
import { injected } from "wagmi/connectors/injected";
import type { Outputs } from "./trpc.ts";
import { testWallet } from "./wagmi-test-wallet.ts";

/** The chain as the server tells it. */
export type NetworkInfo = Outputs["payments"]["network"];

/** viem's own objects of these chains expect contracts that a local chain does not have. */
function chainOf({ name, chainId, label, rpcUrl }: NetworkInfo): Chain {
  const { explorerUrl } = networks[name];
  return defineChain({
    id: chainId,
    name: label,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    ...(explorerUrl === null ? {} : { blockExplorers: { default: { name: "Basescan", url: explorerUrl } } }),
  });
}

function connectorsOf(info: NetworkInfo, chain: Chain, userId: string | null): CreateConnectorFn[] {
  const real = [baseAccount({ appName: "Hearth", preference: { telemetry: false } }), injected()];
  const { faucetUrl } = info;
  return faucetUrl === null ? real : [...real, testWallet({ chain, faucetUrl, userId })];
}

/**
 * What wallets need to know: one chain, and the ways to connect. Wallets in the browser are found by themselves (EIP-6963).
 * The Base Account program is loaded only when that wallet is asked for. `userId` is who is signed in, for the test wallet.
 */
export function createWalletConfig(info: NetworkInfo, userId: string | null): Config {
  const chain = chainOf(info);
  return createConfig({
    chains: [chain],
    connectors: connectorsOf(info, chain, userId),
    transports: { [chain.id]: http(info.rpcUrl) },
  });
}

/** Connects again to the wallet that was used last, where it still allows that; no other wallet is asked or loaded. */
export async function reconnectLastWallet(config: Config): Promise<void> {
  if (config.state.status === "connected") return;
  const lastId = await config.storage?.getItem("recentConnectorId");
  const last = config.connectors.find(({ id }) => id === lastId);
  if (last) await reconnect(config, { connectors: [last] });
}
