import type { Address, Chain } from "viem";
import { type CreateConnectorFn, createConnector } from "wagmi";
import type { TestWalletProvider } from "./wagmi-test-provider.ts";

export const testWalletId = "hearthTestWallet";

interface TestWalletOptions {
  chain: Chain;
  faucetUrl: string;
  /** Owner of the wallet: the signed-in user, or null. */
  userId: string | null;
}

/** User who last connected the wallet, so that it is not connected for the next user of this browser. */
type Stored = { "testWallet.connectedFor": string };

/** Loaded on the first call, which happens only on the local network. */
const loadProvider = () => import("./wagmi-test-provider.ts");

/**
 * Test wallet of every signed-in user on the local chain, so that no browser extension is needed.
 * The faucet fills it on connecting if it is empty.
 */
export function testWallet({ chain, faucetUrl, userId }: TestWalletOptions): CreateConnectorFn {
  const owner = () => {
    if (userId === null) throw new Error("Please sign in to use your test wallet.");
    return userId;
  };
  return createConnector<TestWalletProvider, Record<string, unknown>, Stored>((config) => ({
    id: testWalletId,
    name: "Test wallet (local network only)",
    type: testWalletId,
    async connect<With extends boolean = false>({ isReconnecting, withCapabilities }: Connecting<With> = {}) {
      const { fillWhenEmpty, testWalletAddress } = await loadProvider();
      const address = testWalletAddress(owner());
      if (!isReconnecting) await fillWhenEmpty(chain, faucetUrl, address);
      await config.storage?.setItem("testWallet.connectedFor", owner());
      return { accounts: accountsOf<With>(address, withCapabilities), chainId: chain.id };
    },
    disconnect: async () => config.storage?.removeItem("testWallet.connectedFor"),
    getAccounts: async () => [(await loadProvider()).testWalletAddress(owner())],
    getChainId: async () => chain.id,
    getProvider: async () => (await loadProvider()).createTestWalletProvider(owner(), chain),
    isAuthorized: async () => userId !== null && (await config.storage?.getItem("testWallet.connectedFor")) === userId,
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => config.emitter.emit("disconnect"),
  }));
}

export interface Connecting<With extends boolean> {
  isReconnecting?: boolean | undefined;
  withCapabilities?: boolean | With | undefined;
}

interface CapableAccount {
  address: Address;
  capabilities: Record<string, unknown>;
}

/** The account in the shape that the connecting call expects. */
export function accountsOf<With extends boolean>(
  address: Address,
  withCapabilities: boolean | undefined,
): With extends true ? CapableAccount[] : Address[];
export function accountsOf(address: Address, withCapabilities: boolean | undefined): CapableAccount[] | Address[] {
  return withCapabilities === true ? [{ address, capabilities: {} }] : [address];
}
