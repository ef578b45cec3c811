import { networks } from "@hearth/chain/networks";
import { type Chain, defineChain, http } from "viem";
import { type Config, type CreateConnectorFn, createConfig } from "wagmi";
import { reconnect } from "wagmi/actions";
import { baseAccount } from "wagmi/connectors/baseAccount";
import { injected } from "wagmi/connectors/injected";
import type { Outputs } from "./trpc.ts";
import { testWallet } from "./wagmi-test-wallet.ts";

/** The network's configuration from the server. */
export type NetworkInfo = Outputs["payments"]["network"];

/** Defines the chain without viem's built-in definitions, whose contracts a local chain does not have. */
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
 * Creates the wallet configuration with one chain and its connectors. Browser wallets announce themselves (EIP-6963).
 * The Base Account library is loaded only when that wallet is chosen. `userId` is the signed-in user, for the test wallet.
 */
export function createWalletConfig(info: NetworkInfo, userId: string | null): Config {
  const chain = chainOf(info);
  return createConfig({
    chains: [chain],
    connectors: connectorsOf(info, chain, userId),
    transports: { [chain.id]: http(info.rpcUrl) },
  });
}

/** Reconnects the last used wallet if it still allows that. Does not load any other wallet. */
export async function reconnectLastWallet(config: Config): Promise<void> {
  if (config.state.status === "connected") return;
  const lastId = await config.storage?.getItem("recentConnectorId");
  const last = config.connectors.find(({ id }) => id === lastId);
  if (last) await reconnect(config, { connectors: [last] });
}
