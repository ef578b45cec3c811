import { networks } from "@hearth/chain/networks";
import { type Chain, defineChain, http } from "viem";
import { type Config, type CreateConnectorFn, createConfig } from "wagmi";
import { reconnect } from "wagmi/actions";
import { baseAccount } from "wagmi/connectors/baseAccount";
import { injected } from "wagmi/connectors/injected";
import type { Outputs } from "./trpc.ts";
import type { AskWallet } from "./wagmi-passkey-provider.ts";
import { passkeyWallet } from "./wagmi-passkey-wallet.ts";
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

function connectorsOf(info: NetworkInfo, chain: Chain, { userId, askWallet: ask }: WalletOwner): CreateConnectorFn[] {
  const { faucetUrl, walletOrigin } = info;
  const own = walletOrigin === null ? [] : [passkeyWallet({ chain, networkName: info.name, walletOrigin, userId, ask })];
  const real = [...own, baseAccount({ appName: "Hearth", preference: { telemetry: false } }), injected()];
  return faucetUrl === null ? real : [...real, testWallet({ chain, faucetUrl, userId })];
}

interface WalletOwner {
  /** The signed-in user, for the test wallet and the passkey wallet. Null for a visitor. */
  userId: string | null;
  /** Puts a request to the passkey wallet's page. */
  askWallet: AskWallet;
}

/**
 * Creates the wallet configuration with one chain and its connectors. Browser wallets announce themselves (EIP-6963).
 * The Base Account library is loaded only when that wallet is chosen.
 */
export function createWalletConfig(info: NetworkInfo, owner: WalletOwner): Config {
  const chain = chainOf(info);
  return createConfig({
    chains: [chain],
    connectors: connectorsOf(info, chain, owner),
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
