import { type Address, type Hex, hexToNumber, type PublicClient, type RpcLog } from "viem";
import { keepBindable } from "./bindable-logs.ts";
import type { BlockTimes } from "./block-times.ts";
import { ChainUnsure } from "./chain-errors.ts";
import type { LogFacts, ReceiptFacts, TxFacts } from "./chain-facts.ts";
import type { Network } from "./networks.ts";
import { type ObservedTransfer, observeTransfers, readTransferLog } from "./observed-transfer.ts";
import type { Ends, LogReader } from "./transfer-logs.ts";

/** More than these are no one step's work; one block's are taken together, however many they are. */
const transfersAtOnce = 1_000;
/** So many transactions are asked for at the same time, each with its receipt. */
const transactionsAtOnce = 200;

/** Transfers within a stretch of blocks, in the chain's order, each once. */
export interface Stretch {
  transfers: ObservedTransfer[];
  /** So far was read; there may be more behind it. */
  upTo: bigint;
  /** Whether all transfers up to there are here; otherwise some were left, because whoever asked did not choose them. */
  isWhole: boolean;
}

/**
 * Chooses the transfers whose transactions are looked at, of those that moved at least the floor; the others are left. Asked once for each
 * provider: of the same block it has to choose the same.
 */
export type ChooseTransfers = (listed: readonly ListedTransfer[]) => Promise<readonly ListedTransfer[]>;

/** What a scan asks. */
export interface ScanTools {
  client: PublicClient;
  network: Network;
  logs: LogReader;
  times: BlockTimes;
}

/**
 * The contract of `ChainReader.transfersTouching`, on one viem client.
 *
 * Costs a call for each list of addresses and one for the last block; then two for each transaction that moved at least the floor, and one for
 * each block that was not seen lately. What moved less is told by its log alone, whatever it may carry. Where only what is bound is wanted, it
 * costs two calls more for the senders' authorizations, and one for each transaction that moved at least the floor and is not bound.
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
  const kept = [...whole, ...(await keepBindable(tools.client, tools.network, perhaps))];
  const [large, small] = [kept.filter((log) => !isSmall(tools.network, log)), kept.filter((log) => isSmall(tools.network, log))];
  const times = await timesOf(tools, kept);
  const found = await readAll(tools, [...placesOf(large)], times);
  const transfers = new Map<string, ObservedTransfer>();
  const places = new Set(listed.map(keyOf));
  for (const read of [...found, ...small.map((log) => observeSmall(tools.network, log, timeIn(times, log.blockHash)))]) {
    const transfer = unbindSmall(tools.network, read);
    const isMeant = isWanted(transfer) || (transfer.binding !== null && isWantedBound(transfer));
    // Beside a transfer that was chosen its transaction may hold others that were left.
    if (isMeant && (choose === undefined || places.has(keyOf(transfer)))) transfers.set(keyOf(transfer), transfer);
  }
  const isThere = ({ blockNumber }: ListedTransfer) => blockNumber <= upTo;
  const isWhole = logs.filter(isThere).length === chosen.filter(isThere).length;
  return { transfers: [...transfers.values()].sort(byPlace), upTo, isWhole };
}

/** What was chosen, and all that moved less than the floor, which costs no look. */
async function chooseAmong(network: Network, logs: ListedTransfer[], choose: ChooseTransfers): Promise<ListedTransfer[]> {
  const { small = [], large = [] } = Object.groupBy(logs, (log) => (isSmall(network, log) ? "small" : "large"));
  return [...small, ...(await choose(large))];
}

function keyOf({ txHash, logIndex }: Pick<ObservedTransfer, "txHash" | "logIndex">): string {
  return `${txHash} ${logIndex}`;
}

/** Whether a transfer reached one of some addresses, or left one of others. */
function touching(receivers: Address[], senders: Address[]) {
  const [to, from] = [new Set(receivers.map(toLower)), new Set(senders.map(toLower))];
  return (moved: Pick<ObservedTransfer, "to" | "from">) => to.has(toLower(moved.to)) || from.has(toLower(moved.from));
}

function toLower(address: Address): string {
  return address.toLowerCase();
}

/** A transfer's log as a list of logs has it: what it carries is told by its transaction alone. */
export interface ListedTransfer extends Pick<
  ObservedTransfer,
  "txHash" | "logIndex" | "blockNumber" | "blockHash" | "from" | "to" | "usdcUnits"
> {}

/** Nothing for a log that moves nothing or has another shape: anybody can write such. */
function readListed(log: RpcLog): ListedTransfer[] {
  const { transactionHash: txHash, blockHash, blockNumber, logIndex, address, topics, data } = log;
  if (txHash === null || blockHash === null || blockNumber === null || logIndex === null)
    throw new ChainUnsure("The node gave a log without its place.");
  const moved = readTransferLog({ address, topics, data, logIndex: hexToNumber(logIndex) });
  return moved === null ? [] : [{ txHash, blockHash, blockNumber: BigInt(blockNumber), logIndex: hexToNumber(logIndex), ...moved }];
}

/** As many whole blocks as one step should carry; the first that holds any is taken however many those are. */
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

/** A small transfer without its binding, so that it says one thing whether its transaction was looked at for another one or not. */
function unbindSmall(network: Network, transfer: ObservedTransfer): ObservedTransfer {
  return isSmall(network, transfer) ? { ...transfer, binding: null } : transfer;
}

function byPlace(
  left: Pick<ObservedTransfer, "blockNumber" | "logIndex">,
  right: Pick<ObservedTransfer, "blockNumber" | "logIndex">,
): number {
  return Number(left.blockNumber - right.blockNumber) || left.logIndex - right.logIndex;
}

/** Where a node says that a transaction is, and which of its logs it has listed. */
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

/** The times of the blocks that hold the logs: those not seen lately are asked for, each once. */
async function timesOf(
  { client, times }: Pick<ScanTools, "client" | "times">,
  logs: Pick<ListedTransfer, "blockHash">[],
): Promise<Map<Hex, Date>> {
  const hashes = [...new Set(logs.map(({ blockHash }) => blockHash))];
  return new Map(await Promise.all(hashes.map(async (hash) => [hash, times.of(hash) ?? (await askForTime(client, times, hash))] as const)));
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
  for (let at = 0; at < places.length; at += transactionsAtOnce) {
    const some = places.slice(at, at + transactionsAtOnce);
    const read = await Promise.all(some.map(([txHash, place]) => readPlace(tools, txHash, place, timeIn(times, place.blockHash))));
    found.push(...read.flat());
  }
  return found;
}

/** Every USDC transfer in a transaction that is included in exactly this block. Throws ChainUnsure as `readPlace` does. */
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
 * Every USDC transfer in a transaction at its place.
 *
 * Throws ChainUnsure when the receipt is missing or names another block, since then the log was read from a chain that is gone; and when it
 * lacks a log that was listed, as one of a failed transaction does: passing it over would lose money.
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
