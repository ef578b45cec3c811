import {
  type Address,
  BlockNotFoundError,
  createPublicClient,
  type Hex,
  http,
  parseEventLogs,
  type PublicClient,
  TransactionReceiptNotFoundError,
  type TypedDataDefinition,
} from "viem";
import { usdcAbi } from "./usdc-abi.ts";

/** A block as a node returns it; `time` in unix seconds. */
export interface NodeBlock {
  number: number;
  hash: Hex;
  time: number;
}

/** A transaction as a node returns it: its block, and a token's transfers and used authorizations in its logs. */
export interface NodeReceipt {
  isSuccess: boolean;
  blockNumber: number;
  blockHash: Hex;
  transfers: { logIndex: number; from: Address; to: Address; units: bigint }[];
  authorizations: { from: Address; nonce: Hex }[];
}

/** A node of the chain for checking records. Each call rejects if the node does not answer; null means that the node does not have it. */
export interface RecordNode {
  chainId(): Promise<number>;
  newestBlock(): Promise<number>;
  /** The newest final block. */
  finalBlock(): Promise<number>;
  block(number: number): Promise<NodeBlock | null>;
  receipt(txHash: Hex, token: Address): Promise<NodeReceipt | null>;
  /** True if a contract wallet confirms this signature (ERC-1271, or ERC-6492 before it is deployed). */
  hasSigned(wallet: Address, typedData: TypedDataDefinition, signature: Hex): Promise<boolean>;
}

/** Opens a node by its JSON-RPC URL, in a browser or elsewhere. A call takes at most 10 seconds. */
export function openRecordNode(rpcUrl: string): RecordNode {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 10_000, retryCount: 1 }) });
  return {
    chainId: () => client.getChainId(),
    newestBlock: async () => Number(await client.getBlockNumber({ cacheTime: 0 })),
    finalBlock: async () => Number((await client.getBlock({ blockTag: "finalized" })).number),
    block: (number) => readBlock(client, number),
    receipt: (txHash, token) => readReceipt(client, txHash, token),
    hasSigned: async (address, typedData, signature) => {
      if (await client.verifyTypedData({ address, signature, ...typedData })) return true;
      await client.getChainId(); // viem returns false also if the node is away; then this call rejects
      return false;
    },
  };
}

async function readBlock(client: PublicClient, number: number): Promise<NodeBlock | null> {
  try {
    const block = await client.getBlock({ blockNumber: BigInt(number) });
    return { number: Number(block.number), hash: block.hash, time: Number(block.timestamp) };
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

async function readReceipt(client: PublicClient, hash: Hex, token: Address): Promise<NodeReceipt | null> {
  try {
    const receipt = await client.getTransactionReceipt({ hash });
    const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === token.toLowerCase());
    const moved = parseEventLogs({ abi: usdcAbi, eventName: "Transfer", logs });
    const used = parseEventLogs({ abi: usdcAbi, eventName: "AuthorizationUsed", logs });
    return {
      isSuccess: receipt.status === "success",
      blockNumber: Number(receipt.blockNumber),
      blockHash: receipt.blockHash,
      transfers: moved.map(({ logIndex, args: { from, to, value } }) => ({ logIndex, from, to, units: value })),
      authorizations: used.map(({ args: { authorizer, nonce } }) => ({ from: authorizer, nonce })),
    };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}
