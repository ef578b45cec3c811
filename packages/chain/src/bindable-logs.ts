import { type Address, type Hex, numberToHex, type PublicClient } from "viem";
import { findBindings } from "./binding.ts";
import { ChainUnsure } from "./chain-errors.ts";
import type { Network } from "./networks.ts";
import { authorizationUsedTopic } from "./transfer-binding.ts";
import { topicLists, retryHintOf } from "./transfer-logs.ts";

/** Maximum number of concurrent transaction requests. */
const transactionsAtOnce = 200;

/** The fields of a transfer's log that tell whether it may carry a binding. */
interface MovingLog {
  txHash: Hex;
  from: Address;
  blockNumber: bigint;
}

/**
 * Filters the logs that can carry a binding, without fetching the receipts of the others. Strangers may send any number of transfers to an
 * address, and each costs one request at most. A binding travels as the nonce of an authorization, which has its own log with the sender,
 * or in the transaction's calldata.
 */
export async function keepBindable<Log extends MovingLog>(client: PublicClient, network: Network, logs: Log[]): Promise<Log[]> {
  if (logs.length === 0) return [];
  const authorized = await listAuthorized(client, network, logs);
  if (authorized === null) return logs;
  const others = [...new Set(logs.map(({ txHash }) => txHash))].filter((hash) => !authorized.has(hash));
  const bindable = new Set(authorized);
  for (let start = 0; start < others.length; start += transactionsAtOnce) {
    const some = others.slice(start, start + transactionsAtOnce);
    const carries = await Promise.all(some.map((hash) => carriesBinding(client, hash)));
    for (const [index, hash] of some.entries()) if (carries[index] === true) bindable.add(hash);
  }
  return logs.filter(({ txHash }) => bindable.has(txHash));
}

/**
 * Returns the transactions within the logs' blocks in which one of their senders used an authorization. Requires the node to have the last
 * block, because a lagging node would hide some. Returns null if the provider refuses that many: a sender may use any number, and then each
 * log is checked.
 */
async function listAuthorized(client: PublicClient, network: Network, logs: MovingLog[]): Promise<Set<Hex> | null> {
  const heights = logs.map(({ blockNumber }) => blockNumber).toSorted((left, right) => Number(left - right));
  const [first = 0n, last = 0n] = [heights[0], heights.at(-1)];
  const range = { address: network.usdc.address, fromBlock: numberToHex(first), toBlock: numberToHex(last) };
  const lists = topicLists(logs.map(({ from }) => from));
  try {
    const [block, ...used] = await Promise.all([
      client.request({ method: "eth_getBlockByNumber", params: [range.toBlock, false] }),
      ...lists.map((list) => client.request({ method: "eth_getLogs", params: [{ ...range, topics: [authorizationUsedTopic, list] }] })),
    ]);
    if (block === null) throw new ChainUnsure(`The node has not seen block ${last}.`);
    return new Set(used.flat().flatMap(({ transactionHash }) => transactionHash ?? []));
  } catch (error) {
    if (retryHintOf(error) === null) throw error;
    return null;
  }
}

async function carriesBinding(client: PublicClient, hash: Hex): Promise<boolean> {
  const tx = await client.request({ method: "eth_getTransactionByHash", params: [hash] });
  if (tx === null) throw new ChainUnsure("The node has a log but not its transaction.");
  return findBindings(tx.input).length > 0;
}
