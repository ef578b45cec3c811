import { type Address, createTestClient, defineChain, type Hex, http, publicActions, rpcSchema, walletActions } from "viem";

/** RPC methods of anvil that viem's test actions lack. */
type AnvilSchema = [
  { Method: "anvil_dumpState"; Parameters: [keepHistory: boolean]; ReturnType: Hex },
  { Method: "anvil_reorg"; Parameters: [depth: number, keep: [rawTx: Hex, blockOffset: number][]]; ReturnType: null },
  { Method: "anvil_setBlockTimestampInterval"; Parameters: [seconds: number]; ReturnType: null },
  { Method: "anvil_removeBlockTimestampInterval"; Parameters: []; ReturnType: boolean },
  { Method: "anvil_getIntervalMining"; Parameters: []; ReturnType: number | null },
  { Method: "evm_setTime"; Parameters: [unixMilliseconds: number]; ReturnType: number },
  { Method: "anvil_setBalance"; Parameters: [address: Address, wei: Hex]; ReturnType: null },
  { Method: "eth_getRawTransactionByHash"; Parameters: [hash: Hex]; ReturnType: Hex | null },
];

/** Creates a viem client with full control over a local chain. `pollingInterval` is short, because tests wait for its blocks. */
export function createAnvilClient(rpcUrl: string) {
  const chain = defineChain({
    id: 84532,
    name: "Base (local)",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const transport = http(rpcUrl, { retryCount: 2, retryDelay: 50, timeout: 30_000 });
  return createTestClient({ mode: "anvil", chain, transport, pollingInterval: 50, cacheTime: 0, rpcSchema: rpcSchema<AnvilSchema>() })
    .extend(publicActions)
    .extend(walletActions);
}

/** See `createAnvilClient`. */
export type AnvilClient = ReturnType<typeof createAnvilClient>;
