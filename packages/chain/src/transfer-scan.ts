import { type Address, type Hex, hexToNumber, type PublicClient, type RpcLog } from "viem";
import { keepBindable } from "./bindable-logs.ts";
import type { BlockTimes } from "./block-times.ts";
import { ChainUnsure } from "./chain-errors.ts";
import type { LogFacts, ReceiptFacts, TxFacts } from "./chain-facts.ts";
import type { Network } from "./networks.ts";
import { type ObservedTransfer, observeTransfers, readTransferLog } from "./observed-transfer.ts";
import type { Ends, LogReader } from "./transfer-logs.ts";

/** Maximum number of transfers in one step. The transfers of a single block stay together, even if they are more. */
const transfersAtOnce = 1_000;
/** Maximum number of concurrent transaction requests, each with its receipt. */
const transactionsAtOnce = 200;

/** Transfers of a range of blocks, in chain order, without duplicates. */
export interface Stretch {
  transfers: ObservedTransfer[];
  /** The last block read; more may follow. */
  upTo: bigint;
  /** True if it has all transfers up to there. Otherwise the caller did not choose some of them. */
  isWhole: boolean;
}

/**
 * Selects the transfers to read, out of those of at least the floor. Called once for each provider: it must make the same selection for the
 * same block.
 */
export type ChooseTransfers = (listed: readonly ListedTransfer[]) => Promise<readonly ListedTransfer[]>;

/** Dependencies of a scan. */
export interface ScanTools {
  client: PublicClient;
  network: Network;
  logs: LogReader;
  times: BlockTimes;
}

/**
 * Implements `ChainReader.transfersInvolving` on one viem client.
 *
 * Costs one call for each list of addresses and one for the last block. Then two for each transaction of at least the floor, and one for
 * each block that was not seen recently. Smaller transfers are read from their log alone, without a binding. For addresses in `onlyBound`,
 * costs two more calls for the senders' authorizations. Also costs one call for each transaction of at least the floor that is not bound.
 */
export async function scanTransfers(
  tools: ScanTools,
  ends: Ends,
  { fromBlock, toBlock, choose }: { fromBlock: bigint; toBlock: bigint; choose: ChooseTransfers | undefined },
): Promise<Stretch> {
  if (toBlock < fromBlock || [ends.to, ends.from, ends.onlyBound ?? []].every((list) => list.length === 0))
    return { transfers: [], upTo: toBlock, isWhole: true };
  const answer = await tools.logs.read(ends, fromBlock, toBlock);
  const isWanted = touching(ends.to, ends.from);
  const isWantedBound = touching(ends.onlyBound ?? [], ends.onlyBound ?? []);
  const logs = answer.logs.flatMap(readListed).filter((log) => isWanted(log) || !isSmall(tools.network, log));
  const chosen = choose === undefined ? logs : await chooseAmong(tools.network, logs, choose);
  const { listed, upTo } = cut(chosen, answer.upTo);
  const [whole, perhaps] = [listed.filter(isWanted), listed.filter((log) => !isWanted(log))];
  const bindable = [...whole, ...(await keepBindable(tools.client, tools.network, perhaps))];
  const [large, small] = [bindable.filter((log) => !isSmall(tools.network, log)), bindable.filter((log) => isSmall(tools.network, log))];
  const times = await timesOf(tools, bindable);
  const found = await readAll(tools, [...placesOf(large)], times);
  const transfers = new Map<string, ObservedTransfer>();
  const places = new Set(listed.map(keyOf));
  for (const read of [...found, ...small.map((log) => observeSmall(tools.network, log, timeIn(times, log.blockHash)))]) {
    const transfer = unbindSmall(tools.network, read);
    const isMeant = isWanted(transfer) || (transfer.binding !== null && isWantedBound(transfer));
    // A chosen transfer's transaction may hold others that were not chosen.
    if (isMeant && (choose === undefined || places.has(keyOf(transfer)))) transfers.set(keyOf(transfer), transfer);
  }
  const isThere = ({ blockNumber }: ListedTransfer) => blockNumber <= upTo;
  const isWhole = logs.filter(isThere).length === chosen.filter(isThere).length;
  return { transfers: [...transfers.values()].sort(byPlace), upTo, isWhole };
}

/** The chosen transfers, and all below the floor, which cost no request. */
async function chooseAmong(network: Network, logs: ListedTransfer[], choose: ChooseTransfers): Promise<ListedTransfer[]> {
  const { small = [], large = [] } = Object.groupBy(logs, (log) => (isSmall(network, log) ? "small" : "large"));
  return [...small, ...(await choose(large))];
}

function keyOf({ txHash, logIndex }: Pick<ObservedTransfer, "txHash" | "logIndex">): string {
  return `${txHash} ${logIndex}`;
}

/** Returns a test for transfers to some addresses or from others. */
function touching(receivers: Address[], senders: Address[]) {
  const [to, from] = [new Set(receivers.map(toLower)), new Set(senders.map(toLower))];
  return (moved: Pick<ObservedTransfer, "to" | "from">) => to.has(toLower(moved.to)) || from.has(toLower(moved.from));
}

function toLower(address: Address): string {
  return address.toLowerCase();
}

/** A transfer's log from a list of logs, without its binding, which only its transaction contains. */
export interface ListedTransfer extends Pick<
  ObservedTransfer,
  "txHash" | "logIndex" | "blockNumber" | "blockHash" | "from" | "to" | "usdcUnits"
> {}

/** Returns nothing for a zero transfer or another shape, because anybody can write such logs. */
function readListed(log: RpcLog): ListedTransfer[] {
  const { transactionHash: txHash, blockHash, blockNumber, logIndex, address, topics, data } = log;
  if (txHash === null || blockHash === null || blockNumber === null || logIndex === null)
    throw new ChainUnsure("The node gave a log without its place.");
  const moved = readTransferLog({ address, topics, data, logIndex: hexToNumber(logIndex) });
  return moved === null ? [] : [{ txHash, blockHash, blockNumber: BigInt(blockNumber), logIndex: hexToNumber(logIndex), ...moved }];
}

/** Cuts the logs to whole blocks within one step's limit. The first block with logs is always complete. */
function cut(logs: ListedTransfer[], upTo: bigint): { listed: ListedTransfer[]; upTo: bigint } {
  const sorted = [...new Map(logs.map((log) => [keyOf(log), log])).values()].sort(byPlace);
  const [first, beyond] = [sorted[0], sorted[transfersAtOnce]];
  if (first === undefined || beyond === undefined) return { listed: sorted, upTo };
  const end = beyond.blockNumber > first.blockNumber ? beyond.blockNumber - 1n : first.blockNumber;
  return { listed: sorted.filter(({ blockNumber }) => blockNumber <= end), upTo: end };
}

function isSmall(network: Network, { usdcUnits }: Pick<ObservedTransfer, "usdcUnits">): boolean {
  return usdcUnits < network.dustFloorUnits;
}

function observeSmall(network: Network, log: ListedTransfer, blockTime: Date): ObservedTransfer {
  return { chainId: network.chainId, token: network.usdc.address, ...log, blockTime, binding: null };
}

/** Removes the binding of a small transfer, so that the result does not depend on whether its transaction was read for another one. */
function unbindSmall(network: Network, transfer: ObservedTransfer): ObservedTransfer {
  return isSmall(network, transfer) ? { ...transfer, binding: null } : transfer;
}

function byPlace(
  left: Pick<ObservedTransfer, "blockNumber" | "logIndex">,
  right: Pick<ObservedTransfer, "blockNumber" | "logIndex">,
): number {
  return Number(left.blockNumber - right.blockNumber) || left.logIndex - right.logIndex;
}

/** A transaction's block according to a node, and its listed logs. */
interface Place {
  blockHash: Hex;
  logIndexes: Set<number>;
}

function placesOf(logs: ListedTransfer[]): Map<Hex, Place> {
  const places = new Map<Hex, Place>();
  for (const { txHash, blockHash, logIndex } of logs) {
    const place = places.get(txHash) ?? { blockHash, logIndexes: new Set() };
    if (place.blockHash !== blockHash) throw new ChainUnsure("The node places one transaction in two blocks.");
    places.set(txHash, { blockHash, logIndexes: place.logIndexes.add(logIndex) });
  }
  return places;
}

/** Returns the times of the logs' blocks. Requests those not seen recently, each once. */
async function timesOf(
  { client, times }: Pick<ScanTools, "client" | "times">,
  logs: Pick<ListedTransfer, "blockHash">[],
): Promise<Map<Hex, Date>> {
  const hashes = [...new Set(logs.map(({ blockHash }) => blockHash))];
  return new Map(
    await Promise.all(hashes.map(async (hash) => [hash, times.timeOf(hash) ?? (await askForTime(client, times, hash))] as const)),
  );
}

async function askForTime(client: PublicClient, times: BlockTimes, hash: Hex): Promise<Date> {
  const block = await client.request({ method: "eth_getBlockByHash", params: [hash, false] });
  if (block === null) throw new ChainUnsure("The node has a log but not its block.");
  if (block.hash !== hash) throw new ChainUnsure("The node names two blocks for one hash.");
  const time = new Date(Number(block.timestamp) * 1000);
  times.note({ hash, time });
  return time;
}

function timeIn(times: Map<Hex, Date>, hash: Hex): Date {
  const time = times.get(hash);
  if (time === undefined) throw new ChainUnsure("The time of a block was not asked for.");
  return time;
}

async function readAll(tools: ScanTools, places: [Hex, Place][], times: Map<Hex, Date>): Promise<ObservedTransfer[]> {
  const found: ObservedTransfer[] = [];
  for (let start = 0; start < places.length; start += transactionsAtOnce) {
    const some = places.slice(start, start + transactionsAtOnce);
    const read = await Promise.all(some.map(([txHash, place]) => readPlace(tools, txHash, place, timeIn(times, place.blockHash))));
    found.push(...read.flat());
  }
  return found;
}

/** Returns every USDC transfer in a transaction that is included in exactly this block. Throws ChainUnsure like `readPlace`. */
export async function readTransfers(tools: Omit<ScanTools, "logs">, txHash: Hex, blockHash: Hex): Promise<ObservedTransfer[]> {
  const place = { blockHash, logIndexes: new Set<number>() };
  const times = timesOf(tools, [place]);
  return readPlace(
    tools,
    txHash,
    place,
    times.then((known) => timeIn(known, blockHash)),
  );
}

/**
 * Returns every USDC transfer in a transaction at its place.
 *
 * Throws ChainUnsure when the receipt is missing or names another block, because then the log is from a chain that is gone. Also when it
 * lacks a listed log, or the transaction failed: skipping that log would lose money.
 */
async function readPlace(
  { client, network }: Pick<ScanTools, "client" | "network">,
  txHash: Hex,
  { blockHash, logIndexes }: Place,
  blockTime: Date | Promise<Date>,
): Promise<ObservedTransfer[]> {
  const [tx, receipt, time] = await Promise.all([
    client.request({ method: "eth_getTransactionByHash", params: [txHash] }),
    client.request({ method: "eth_getTransactionReceipt", params: [txHash] }),
    blockTime,
  ]);
  if (tx === null || receipt === null) throw new ChainUnsure("The node has a log but not its transaction.");
  const places = [receipt.blockHash, tx.blockHash, ...receipt.logs.map((log) => log.blockHash)];
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
  return observeTransfers(signed, facts, time, network.usdc.address, network.chainId);
}

function readLog(log: RpcLog): LogFacts {
  if (log.logIndex === null) throw new ChainUnsure("The node gave a log without its place.");
  return { address: log.address, topics: log.topics, data: log.data, logIndex: hexToNumber(log.logIndex), removed: log.removed };
}
