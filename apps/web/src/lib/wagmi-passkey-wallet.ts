import { type CreateConnectorFn, createConnector } from "wagmi";
import type { PasskeyWalletOptions, PasskeyWalletProvider } from "./wagmi-passkey-provider.ts";
import { accountsOf, type Connecting } from "./wagmi-test-wallet.ts";

export const passkeyWalletId = "hearthPasskeyWallet";

/** User who last connected the wallet, so that it is not connected for the next user of this browser. */
export type StoredConnection = { "passkeyWallet.connectedFor": string };

/** Loaded on the first call: few visits use the wallet. */
const loadProvider = () => import("./wagmi-passkey-provider.ts");

/**
 * The account's passkey wallet. Connecting makes a wallet in the wallet's page if the account has none, and asks for no passkey otherwise:
 * the server knows the wallet's address.
 */
export function passkeyWallet(options: PasskeyWalletOptions): CreateConnectorFn {
  const { chain, userId } = options;
  const owner = () => {
    if (userId === null) throw new Error("Please sign in to use your wallet.");
    return userId;
  };
  return createConnector<PasskeyWalletProvider, Record<string, unknown>, StoredConnection>((config) => ({
    id: passkeyWalletId,
    name: "Passkey wallet",
    type: passkeyWalletId,
    async connect<With extends boolean = false>({ isReconnecting, withCapabilities }: Connecting<With> = {}) {
      const user = owner();
      const { connectOwnWallet } = await import("./wagmi-passkey-making.ts");
      const address = await connectOwnWallet(options, user, isReconnecting !== true);
      await config.storage?.setItem("passkeyWallet.connectedFor", user);
      return { accounts: accountsOf<With>(address, withCapabilities), chainId: chain.id };
    },
    disconnect: async () => config.storage?.removeItem("passkeyWallet.connectedFor"),
    getAccounts: async () => {
      const { addressOf, readOwnWallet } = await loadProvider();
      const wallet = await readOwnWallet();
      return wallet === null ? [] : [addressOf(wallet)];
    },
    getChainId: async () => chain.id,
    getProvider: async () => (await loadProvider()).createPasskeyWalletProvider(options),
    isAuthorized: async () => userId !== null && (await config.storage?.getItem("passkeyWallet.connectedFor")) === userId,
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => config.emitter.emit("disconnect"),
  }));
}
