import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { type Address, type Chain, createPublicClient, http } from "viem";
import { type CreateConnectorFn, createConnector } from "wagmi";
import { requestTestUsdc } from "./faucet.ts";
import { createTestWalletProvider, testWalletAddress, type TestWalletProvider } from "./wagmi-test-provider.ts";

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
    async connect({ isReconnecting, withCapabilities } = {}) {
      const address = testWalletAddress(owner());
      if (!isReconnecting) await fillWhenEmpty(chain, faucetUrl, address);
      await config.storage?.setItem("testWallet.connectedFor", owner());
      const account = withCapabilities ? { address, capabilities: {} } : address;
      // The shape depends on a type parameter that the compiler cannot follow into this body.
      return { accounts: [account] as never, chainId: chain.id };
    },
    disconnect: async () => config.storage?.removeItem("testWallet.connectedFor"),
    getAccounts: async () => [testWalletAddress(owner())],
    getChainId: async () => chain.id,
    getProvider: async () => createTestWalletProvider(owner(), chain),
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
