import { type Address, type Hex, hexToNumber, numberToHex, padHex, type PublicClient, type RpcLog } from "viem";
import { addressesPerRequest, keepBindable, type OnlyBound } from "./bindable-logs.ts";
import { ChainUnsure } from "./chain-errors.ts";
import type { ReceiptFacts, TxFacts } from "./chain-facts.ts";
import type { Network } from "./networks.ts";
import { type ObservedTransfer, observeTransfers, transferTopic } from "./observed-transfer.ts";

/** Providers refuse longer ranges: https://docs.base.org/base-chain/network-information/rpc */
const maxBlocks = 2_000n;

/** Throws RangeError for more blocks than a provider reads at once. */
export function requireScannable(fromBlock: bigint, toBlock: bigint): void {
  if (toBlock - fromBlock + 1n > maxBlocks) throw new RangeError(`A scan reads at most ${maxBlocks} blocks.`);
}

/** Whose transfers are looked for: those to the addresses, or those from them. */
export interface TransferScan {
  end: "from" | "to";
  addresses: Address[];
  fromBlock: bigint;
  toBlock: bigint;
  /** Leaves out what carries no binding; everything is read where it is left out. */
  only?: OnlyBound | undefined;
}

/** The contract of `ChainReader.transfersTo` and `transfersFrom`, on one viem client. */
export async function scanTransfers(client: PublicClient, network: Network, scan: TransferScan): Promise<ObservedTransfer[]> {
  const { end, addresses, fromBlock, toBlock, only } = scan;
  if (addresses.length === 0 || toBlock < fromBlock) return [];
  const listed = await readLogs(client, network, scan);
  const logs = only === undefined ? listed : await keepBindable(client, network, listed, { ...scan, only });
  const places = placesOf(logs);
  const transfers = await Promise.all([...places].map(([txHash, place]) => readTransfers(client, network, txHash, place)));
  const wanted = new Set(addresses.map((address) => address.toLowerCase()));
  const isMeant = ({ binding }: ObservedTransfer) => only === undefined || binding !== null;
  const found = transfers.flat().filter((transfer) => wanted.has(transfer[end].toLowerCase()) && isMeant(transfer));
  return found.sort((left, right) => Number(left.blockNumber - right.blockNumber) || left.logIndex - right.logIndex);
}

/** Where a node says that a transaction is, and which of its logs it has listed. */
interface Place {
  blockHash: Hex;
  logIndexes: Set<number>;
}

function placesOf(logs: RpcLog[]): Map<Hex, Place> {
  const places = new Map<Hex, Place>();
  for (const { transactionHash, blockHash, logIndex } of logs) {
    if (transactionHash === null || blockHash === null || logIndex === null)
      throw new ChainUnsure("The node gave a log without its place.");
    const place = places.get(transactionHash) ?? { blockHash, logIndexes: new Set() };
    if (place.blockHash !== blockHash) throw new ChainUnsure("The node places one transaction in two blocks.");
    places.set(transactionHash, { blockHash, logIndexes: place.logIndexes.add(hexToNumber(logIndex)) });
  }
  return places;
}

/** A node that has not reached `toBlock` answers with fewer logs and no error; so its block is asked for in the same batch. */
async function readLogs(client: PublicClient, network: Network, { end, addresses, fromBlock, toBlock }: TransferScan) {
  const lists: Hex[][] = [];
  const topics = [...new Set(addresses.map((address) => padHex(toLower(address), { size: 32 })))];
  for (let at = 0; at < topics.length; at += addressesPerRequest) lists.push(topics.slice(at, at + addressesPerRequest));
  const range = { address: network.usdc.address, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const [last, ...answers] = await Promise.all([
    client.request({ method: "eth_getBlockByNumber", params: [range.toBlock, false] }),
    ...lists.map((list) => {
      const topics = end === "from" ? [transferTopic, list] : [transferTopic, null, list];
      return client.request({ method: "eth_getLogs", params: [{ ...range, topics }] });
    }),
  ]);
  if (last === null) throw new ChainUnsure(`The node has not seen block ${toBlock}.`);
  return answers.flat();
}

/**
 * Every USDC transfer in a transaction that is included in exactly this block.
 *
 * Throws ChainUnsure when the receipt is missing or names another block, since then the log was read from a chain that is gone; and when it
 * lacks a log that was listed, as one of a failed transaction does: passing it over would lose money.
 */
export async function readTransfers(client: PublicClient, network: Network, txHash: Hex, listed: Place): Promise<ObservedTransfer[]> {
  const { blockHash, logIndexes } = listed;
  const [tx, receipt, block] = await Promise.all([
    client.request({ method: "eth_getTransactionByHash", params: [txHash] }),
    client.request({ method: "eth_getTransactionReceipt", params: [txHash] }),
    client.request({ method: "eth_getBlockByHash", params: [blockHash, false] }),
  ]);
  if (tx === null || receipt === null || block === null) throw new ChainUnsure("The node has a log but not its transaction or block.");
  const places = [receipt.blockHash, tx.blockHash, block.hash, ...receipt.logs.map((log) => log.blockHash)];
  if (places.some((place) => place !== blockHash)) throw new ChainUnsure("The node names two blocks for one transaction.");
  const held = new Set(receipt.logs.map(({ logIndex }) => logIndex && hexToNumber(logIndex)));
  const isListedInVain = receipt.status !== "0x1" || [...logIndexes].some((index) => !held.has(index));
  if (logIndexes.size > 0 && isListedInVain) throw new ChainUnsure("The node lists a log that the receipt does not hold.");
  const facts: ReceiptFacts = {
    transactionHash: txHash,
    status: receipt.status === "0x1" ? "success" : "reverted",
    blockNumber: BigInt(receipt.blockNumber),
    blockHash,
    logs: receipt.logs.map(readLog),
  };
  const signed: TxFacts = { from: tx.from, to: tx.to, input: tx.input };
  return observeTransfers(signed, facts, new Date(Number(block.timestamp) * 1000), network.usdc.address, network.chainId);
}

function readLog(log: RpcLog) {
  if (log.logIndex === null) throw new ChainUnsure("The node gave a log without its place.");
  return { address: log.address, topics: log.topics, data: log.data, logIndex: hexToNumber(log.logIndex), removed: log.removed };
}

function toLower(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}
