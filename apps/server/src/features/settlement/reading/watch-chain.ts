import type { BlockRef } from "@hearth/chain/chain-reader";
import { ChainReplaced, ChainUnsure } from "@hearth/chain/chain-errors";
import { believedFinalized } from "@hearth/chain/finality";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import {
  type Cursor,
  extendBlockHistory,
  findCursor,
  insertCursor,
  listBlockHistory,
  lockCursor,
  moveCursor,
  moveKept,
} from "../../ledger/chain-cursor.repo.ts";
import { insertUnkept } from "../../ledger/journal.repo.ts";
import { notifyPayments } from "../../ledger/payment-events.repo.ts";
import { listWaitingPaymentIds } from "../../ledger/transfers.repo.ts";
import { createChoice } from "./choose-first.ts";
import { recordTransfers } from "../recording/record-transfers.ts";
import { rematchProvenWallets } from "../counting/rematch-transfers.ts";
import { settleTransfers } from "../counting/settle-transfers.ts";
import { rollBackTo } from "../recording/undo-transfers.ts";
import { loadWatchedWallets, readTransfers, type WatchedWallets } from "../recording/watched-wallets.ts";

/** Blocks asked for at once; nodes refuse longer ranges. Source: https://docs.base.org/base-chain/api-reference/ethereum-json-rpc-api/eth_getLogs */
const pageBlocks = 1_900n;
/** Fewer than these are looked at before the transfers in them. */
const fewBlocks = 16n;
/** So many payers hear of each further block at most, those whose money came last; others ask by themselves. */
const followedAtOnce = 1_000;

/**
 * Reads on from where the cursor stands, matches what proven wallets had sent, and settles what is deep enough. What crowds sent is left for
 * `keepRest`. Any number of processes may do it at once: only one moves the
 * cursor, in the transaction that keeps what was read. Answers whether there is more to read right now. Throws ChainUnavailable.
 */
export async function watchChain(deps: Deps): Promise<{ more: boolean; head: BlockRef }> {
  const begun = await findCursor(deps.db, deps.network.chainId);
  const head = await deps.chain.head();
  const cursor = begun ?? (await beginReading(deps, head));
  const ahead = head.number - cursor.blockNumber;
  // Of few blocks each is read, and links to the one before.
  const isLinked = ahead > 0n && ahead <= fewBlocks;
  if (!isLinked && (await isReplaced(deps, cursor, head))) return { ...(await rewind(deps, cursor)), head };
  const page = ahead > 0n ? await readPage(deps, cursor, head) : { read: cursor.blockNumber };
  if (page === "replaced") return { ...(await rewind(deps, cursor)), head };
  await rematchProvenWallets(deps);
  const isMoreToCount = await settleTransfers(deps);
  return { more: page.read < head.number || isMoreToCount, head };
}

/** Whether another block stands where the cursor does. */
async function isReplaced({ chain }: Pick<Deps, "chain">, cursor: Cursor, head?: BlockRef): Promise<boolean> {
  const standing = head?.number === cursor.blockNumber ? head : await chain.block(cursor.blockNumber);
  if (!standing) throw new ChainUnsure("The node does not have the block that was read last");
  return standing.hash !== cursor.blockHash;
}

async function beginReading(deps: Deps, head: BlockRef): Promise<Cursor> {
  const { chain, db, env, network } = deps;
  const start = env.startBlock === null ? (network.name === "local" ? await chain.block(0n) : head) : await chain.block(env.startBlock);
  if (!start) throw new ChainUnsure("The node does not have the block to start from");
  await db.transaction(async (tx) => {
    await insertCursor(tx, network.chainId, start, deps.clock.now());
    await extendBlockHistory(tx, network.chainId, [start], start.number);
  });
  const cursor = await findCursor(db, network.chainId);
  if (!cursor) throw new Error("The cursor was not kept");
  return cursor;
}

/** Reads as many of the blocks up to the head as one step should carry; answers the last of them, or that the cursor's own was replaced. */
async function readPage(deps: Deps, cursor: Cursor, head: BlockRef): Promise<{ read: bigint } | "replaced"> {
  const from = cursor.blockNumber + 1n;
  const last = min(head.number, cursor.blockNumber + pageBlocks);
  const begunAt = deps.clock.now();
  const [finalized, wallets] = await Promise.all([deps.chain.block("finalized"), loadWatchedWallets(deps.db, begunAt)]);
  const believed = (read: bigint) =>
    believedFinalized({ claimed: finalized?.number ?? null, head: head.number, read, known: cursor.finalizedNumber }, deps.network);
  // Few blocks are asked for first, since they tell the times of the transfers in them; of many only those are that are kept.
  const few = last - from < fewBlocks ? await readBlockHistory(deps, { from, to: last, finalized: believed(last), head }) : null;
  if (few?.[0]?.number === from && few[0].parentHash !== cursor.blockHash) {
    if (await isReplaced(deps, cursor)) return "replaced";
    throw new ChainUnsure(unlinked);
  }
  const choose = createChoice(deps, wallets);
  const { transfers: observed, upTo: to, isWhole } = await readTransfers(deps, wallets, { from, to: last, choose });
  const finalizedNumber = believed(to);
  const blocks = few !== null && to === last ? few : await readBlockHistory(deps, { from, to, finalized: finalizedNumber, head });
  if (blocks[0]?.number === from && blocks[0].parentHash !== cursor.blockHash) throw new ChainUnsure(unlinked);
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]));
  for (const transfer of observed) {
    const hash = hashes.get(transfer.blockNumber);
    if (hash !== undefined && hash !== transfer.blockHash) throw new ChainUnsure("A transfer's block is not the one that was read");
  }
  await keepPage(deps, cursor, { blocks, observed, isWhole, wallets, finalizedNumber, begunAt });
  return { read: to };
}

const unlinked = "The blocks that were read do not link up";

/** The blocks' last one, and every one that could still leave the chain, each linked to its parent. */
async function readBlockHistory(
  deps: Deps,
  { from, to, finalized, head }: { from: bigint; to: bigint; finalized: bigint; head: BlockRef },
): Promise<BlockRef[]> {
  const first = from > finalized ? from : min(to, max(from, finalized));
  const heights = Array.from({ length: Number(to - first) + 1 }, (_, index) => first + BigInt(index));
  const read = await Promise.all(heights.map((height) => (height === head.number ? Promise.resolve(head) : deps.chain.block(height))));
  let parent: string | null = null;
  return read.map((block) => {
    if (!block || (parent !== null && block.parentHash !== parent)) throw new ChainUnsure(unlinked);
    parent = block.hash;
    return block;
  });
}

interface Page {
  blocks: BlockRef[];
  observed: ObservedTransfer[];
  /** Whether nothing of the blocks was left for `keepRest`. */
  isWhole: boolean;
  wallets: WatchedWallets;
  finalizedNumber: bigint;
  begunAt: Date;
}

async function keepPage(deps: Deps, from: Cursor, page: Page): Promise<void> {
  const last = page.blocks.at(-1);
  if (!last) return;
  await deps.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, from.chainId);
    if (!cursor || cursor.blockHash !== from.blockHash) return;
    // Somebody has become a payee since the page was asked for, was proven to be one, or has their first checkout: it is read again with their wallet.
    if ((await loadWatchedWallets(tx, page.begunAt)).size !== page.wallets.size) return;
    const now = deps.clock.now();
    const { unkept } = await recordTransfers(tx, deps.network, page.observed, page.wallets, now);
    const isAllKept = page.isWhole && cursor.keptNumber === cursor.blockNumber;
    await extendBlockHistory(tx, from.chainId, page.blocks, min(page.finalizedNumber, isAllKept ? last.number : cursor.keptNumber));
    await moveCursor(tx, from.chainId, last, page.finalizedNumber, now);
    if (isAllKept) {
      await insertUnkept(tx, unkept, now);
      await moveKept(tx, from.chainId, last);
    }
    await notifyPayments(tx, await listWaitingPaymentIds(tx, from.chainId, followedAtOnce));
  });
}

/** Takes back what was read of blocks that have left the chain, where another block stands in the place of the cursor's. */
async function rewind(deps: Deps, cursor: Cursor): Promise<{ more: boolean }> {
  const ancestor = await findAncestor(deps, await listBlockHistory(deps.db, cursor.chainId));
  const key = "chain-replaced";
  if (!ancestor) {
    const message = "The chain does not contain the blocks that were read as final. Settlement waits.";
    await raiseAlarm(deps.db, { key, message, now: deps.clock.now() });
    throw new ChainReplaced(message);
  }
  const reorged = await rollBackTo(deps, cursor, ancestor);
  await clearAlarm(deps.db, key, deps.clock.now());
  deps.log.warn({ from: String(cursor.blockNumber), to: String(ancestor.number), reorged }, "The chain was reorganised");
  return { more: true };
}

/** The newest block that the chain and the block history share; null where it has another at every height of the block history. A height it lacks says nothing. */
async function findAncestor(deps: Deps, blockHistory: BlockRef[]): Promise<BlockRef | null> {
  for (const block of blockHistory) {
    const current = await deps.chain.block(block.number);
    if (!current) throw new ChainUnsure("The node lacks a block between those that were replaced");
    if (current.hash === block.hash) return block;
  }
  return null;
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
