import { type Hex, numberToHex, type PublicClient, type RpcLog } from "viem";
import { findBindings } from "./binding.ts";
import { ChainUnsure } from "./chain-errors.ts";
import type { Network } from "./networks.ts";
import { authorizationUsedTopic } from "./transfer-binding.ts";

/** Providers limit the length of a topic list. */
export const addressesPerRequest = 500;

/** Reads only transfers that carry a binding and move at least so many base units. */
export interface OnlyBound {
  leastUnits: bigint;
}

/**
 * The logs that can carry a binding, found without the receipts of the others: strangers may send an address as much as they like, and each of
 * their transfers costs one question at most. A binding travels as the nonce of an authorization, which has a log of its own with the sender in
 * it, or in the calldata of the transaction.
 */
export async function keepBindable(
  client: PublicClient,
  network: Network,
  logs: RpcLog[],
  { fromBlock, toBlock, only }: { fromBlock: bigint; toBlock: bigint; only: OnlyBound },
): Promise<RpcLog[]> {
  const enough = logs.filter(({ data }) => unitsOf(data) >= only.leastUnits);
  if (enough.length === 0) return [];
  const authorized = await listAuthorized(client, network, enough, { fromBlock, toBlock });
  const others = [...new Set(enough.flatMap(({ transactionHash: hash }) => (hash === null || authorized.has(hash) ? [] : [hash])))];
  const inputs = await Promise.all(others.map(async (hash) => [hash, await readInput(client, hash)] as const));
  const bindable = new Set([...authorized, ...inputs.flatMap(([hash, input]) => (findBindings(input).length > 0 ? [hash] : []))]);
  return enough.filter(({ transactionHash: hash }) => hash === null || bindable.has(hash));
}

/** The transactions within the blocks in which one of the senders used an authorization; a node that lacks the last block would hide some. */
async function listAuthorized(
  client: PublicClient,
  network: Network,
  logs: RpcLog[],
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<Set<Hex>> {
  const senders = [...new Set(logs.flatMap(({ topics }) => topics[1] ?? []))];
  const lists: Hex[][] = [];
  for (let at = 0; at < senders.length; at += addressesPerRequest) lists.push(senders.slice(at, at + addressesPerRequest));
  const range = { address: network.usdc.address, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const [last, ...used] = await Promise.all([
    client.request({ method: "eth_getBlockByNumber", params: [range.toBlock, false] }),
    ...lists.map((list) => client.request({ method: "eth_getLogs", params: [{ ...range, topics: [authorizationUsedTopic, list] }] })),
  ]);
  if (last === null) throw new ChainUnsure(`The node has not seen block ${toBlock}.`);
  return new Set(used.flat().flatMap(({ transactionHash }) => transactionHash ?? []));
}

async function readInput(client: PublicClient, hash: Hex): Promise<Hex> {
  const tx = await client.request({ method: "eth_getTransactionByHash", params: [hash] });
  if (tx === null) throw new ChainUnsure("The node has a log but not its transaction.");
  return tx.input;
}

/** Base units of a transfer's log; a log of another shape moves nothing. */
function unitsOf(data: Hex): bigint {
  return /^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : 0n;
}
