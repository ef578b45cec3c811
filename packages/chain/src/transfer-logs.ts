import {
  type Address,
  BaseError,
  type Hex,
  HttpRequestError,
  numberToHex,
  padHex,
  type PublicClient,
  ResponseBodyTooLargeError,
  type RpcLog,
  RpcRequestError,
  TimeoutError,
} from "viem";
import { ChainUnsure } from "./chain-errors.ts";
import type { Network } from "./networks.ts";
import { transferTopic } from "./observed-transfer.ts";

/** Providers refuse longer ranges: https://docs.base.org/base-chain/network-information/rpc */
const maxBlocks = 2_000n;
/** Providers limit the length of a topic list. */
const addressesPerRequest = 500;
/** A provider takes noticeably long to return more logs than this. */
const manyLogs = 4_000;
/** Maximum number of halvings of a range within one call. The next call continues. */
const halvingsAtOnce = 4;

/** Throws RangeError for more blocks than a provider reads at once. */
export function requireScannable(fromBlock: bigint, toBlock: bigint): void {
  if (toBlock - fromBlock + 1n > maxBlocks) throw new RangeError(`A scan reads at most ${maxBlocks} blocks.`);
}

/** Addresses to search: recipients and senders. */
export interface Ends {
  to: Address[];
  from: Address[];
  /** For these, to or from, only transfers of at least the network's floor with a binding. */
  onlyBound?: Address[];
}

/** Logs from the requested block up to `upTo`. */
export interface LogStretch {
  logs: RpcLog[];
  upTo: bigint;
}

/** Reads transfer logs of one provider. */
export interface LogReader {
  /**
   * Returns logs of USDC transfers, bound or not, from `fromBlock` to `toBlock`, or to an earlier block if the provider does not return
   * that much.
   */
  read(ends: Ends, fromBlock: bigint, toBlock: bigint): Promise<LogStretch>;
}

/**
 * Adapts the number of blocks per request to the provider. Halves it after a timeout, an answer called too large, or a large one. Doubles
 * it after any other answer, up to the limit of all providers. That number is its only state.
 */
export function createLogReader(client: PublicClient, network: Network): LogReader {
  let span = maxBlocks;
  const read = async (ends: Ends, fromBlock: bigint, toBlock: bigint, halvings = 0): Promise<LogStretch> => {
    const upTo = toBlock - fromBlock < span ? toBlock : fromBlock + span - 1n;
    try {
      const logs = await askForLogs(client, network, ends, { fromBlock, toBlock: upTo });
      const blockCount = upTo - fromBlock + 1n;
      if (logs.length > manyLogs) span = blockCount > 1n ? blockCount / 2n : 1n;
      else span = span * 2n > maxBlocks ? maxBlocks : span * 2n;
      return { logs, upTo };
    } catch (error) {
      const trouble = retryHintOf(error);
      if (trouble === null || upTo === fromBlock) throw error;
      span = (upTo - fromBlock + 1n) / 2n;
      if (trouble === "slow" || halvings === halvingsAtOnce) throw error;
      return read(ends, fromBlock, toBlock, halvings + 1);
    }
  };
  return { read };
}

/** A node that has not reached `toBlock` returns fewer logs without an error, so the block is requested in the same batch. */
async function askForLogs(
  client: PublicClient,
  network: Network,
  { to, from, onlyBound = [] }: Ends,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
) {
  const range = { address: network.usdc.address, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const filters = [
    ...topicLists([...to, ...onlyBound]).map((list) => ({ ...range, topics: [transferTopic, null, list] })),
    ...topicLists([...from, ...onlyBound]).map((list) => ({ ...range, topics: [transferTopic, list] })),
  ];
  const [last, ...answers] = await Promise.all([
    client.request({ method: "eth_getBlockByNumber", params: [range.toBlock, false] }),
    ...filters.map((filter) => client.request({ method: "eth_getLogs", params: [filter] })),
  ]);
  if (last === null) throw new ChainUnsure(`The node has not seen block ${toBlock}.`);
  return answers.flat();
}

/** Returns the addresses as topics without duplicates, in lists that a provider accepts. */
export function topicLists(addresses: Address[]): Hex[][] {
  const topics = [...new Set(addresses.map((address) => padHex(toLower(address), { size: 32 })))];
  const lists: Hex[][] = [];
  for (let start = 0; start < topics.length; start += addressesPerRequest) lists.push(topics.slice(start, start + addressesPerRequest));
  return lists;
}

function toLower(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}

const tooMuch = /too (large|many|big|wide)|limit|exceed|more than|block range|response size/i;

/** Classifies an error that fewer blocks may avoid: the answer was too large, or took too long. */
export function retryHintOf(error: unknown): "large" | "slow" | null {
  if (!(error instanceof BaseError)) return null;
  if (error.walk((inner) => inner instanceof TimeoutError) !== null) return "slow";
  if (error.walk((inner) => inner instanceof ResponseBodyTooLargeError) !== null) return "large";
  const http = error.walk((inner) => inner instanceof HttpRequestError);
  if (http instanceof HttpRequestError) return http.status === 413 ? "large" : null;
  const refused = error.walk((inner) => inner instanceof RpcRequestError);
  return refused instanceof RpcRequestError && tooMuch.test(refused.details) ? "large" : null;
}
