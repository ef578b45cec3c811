import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { type Address, type Chain, createPublicClient, http } from "viem";
import { type CreateConnectorFn, createConnector } from "wagmi";
import { requestTestUsdc } from "./faucet.ts";
import { testWalletAddress } from "./wagmi-test-address.ts";
import type { TestWalletProvider } from "./wagmi-test-provider.ts";

export const testWalletId = "hearthTestWallet";

interface TestWalletOptions {
  chain: Chain;
  faucetUrl: string;
  /** Whose wallet it is: the signed-in user, or nobody. */
  userId: string | null;
}

/** For whom the wallet was connected last, so that the next person at this browser does not find it connected. */
type Stored = { "testWallet.connectedFor": string };

/**
 * A wallet that every signed-in person has on the local chain, so that nobody needs an extension to try the product.
 * It is filled by the faucet when it is connected and empty.
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
      const address = testWalletAddress(owner());
      if (!isReconnecting) await fillWhenEmpty(chain, faucetUrl, address);
      await config.storage?.setItem("testWallet.connectedFor", owner());
      return { accounts: accountsOf<With>(address, withCapabilities), chainId: chain.id };
    },
    disconnect: async () => config.storage?.removeItem("testWallet.connectedFor"),
    getAccounts: async () => [testWalletAddress(owner())],
    getChainId: async () => chain.id,
    // What it answers with is fetched on the first call, which only the local network has.
    getProvider: async () => (await import("./wagmi-test-provider.ts")).createTestWalletProvider(owner(), chain),
    isAuthorized: async () => userId !== null && (await config.storage?.getItem("testWallet.connectedFor")) === userId,
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => config.emitter.emit("disconnect"),
  }));
}

/** An empty faucet or an absent node is no reason not to connect; the balance on screen then says so. */
async function fillWhenEmpty(chain: Chain, faucetUrl: string, address: Address): Promise<void> {
  const client = createPublicClient({ chain, transport: http() });
  const usdc = networks.local.usdc.address;
  try {
    const units = await client.readContract({ abi: usdcAbi, address: usdc, functionName: "balanceOf", args: [address] });
    if (units === 0n) await requestTestUsdc(faucetUrl, address);
  } catch {
    return;
  }
}

interface Connecting<With extends boolean> {
  isReconnecting?: boolean | undefined;
  withCapabilities?: boolean | With | undefined;
}

interface CapableAccount {
  address: Address;
  capabilities: Record<string, unknown>;
}

/** The one account, in the shape that the connecting call asks for. */
function accountsOf<With extends boolean>(
  address: Address,
  withCapabilities: boolean | undefined,
): With extends true ? CapableAccount[] : Address[];
function accountsOf(address: Address, withCapabilities: boolean | undefined): CapableAccount[] | Address[] {
  return withCapabilities === true ? [{ address, capabilities: {} }] : [address];
}
