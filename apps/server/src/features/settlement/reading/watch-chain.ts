import type { BlockRef } from "@hearth/chain/chain-reader";
import { ChainReplaced, ChainUnsure } from "@hearth/chain/chain-errors";
import { trustedFinalizedHeight } from "@hearth/chain/finality";
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
import { insertRowlessMoney } from "../../ledger/journal.repo.ts";
import { notifyPayments } from "../../ledger/payment-events.repo.ts";
import { listWaitingPaymentIds } from "../../ledger/transfers.repo.ts";
import { createChoice } from "./choose-first.ts";
import { recordTransfers } from "../recording/record-transfers.ts";
import { rematchProvenWallets } from "../counting/rematch-transfers.ts";
import { settleTransfers } from "../counting/settle-transfers.ts";
import { rollBackTo } from "../recording/undo-transfers.ts";
import { loadWatchedWallets, readTransfers, type WatchedWallets } from "../recording/watched-wallets.ts";

/**
 * Blocks per request; nodes refuse longer ranges. Source: https://docs.base.org/base-chain/api-reference/ethereum-json-rpc-api/eth_getLogs
 */
const pageBlocks = 1_900n;
/** Up to this many new blocks, the blocks are fetched before their transfers. */
const fewBlocks = 16n;
/** Payers notified per further block at most, those with the newest money first. The others poll. */
const followedAtOnce = 1_000;

/**
 * Reads on from the cursor, matches earlier transfers of newly proven wallets, and settles what is deep enough. Transfers from crowds are
 * left to `recordDeferredTransfers`. Safe to run in several processes: only one moves the cursor, in the transaction that stores the page. Returns true as
 * `more` when another call has work right now. Throws ChainUnavailable.
 */
export async function watchChain(deps: Deps): Promise<{ more: boolean; head: BlockRef }> {
  const firstCursor = await findCursor(deps.db, deps.network.chainId);
  const head = await deps.chain.head();
  const cursor = firstCursor ?? (await beginReading(deps, head));
  const ahead = head.number - cursor.blockNumber;
  // With few new blocks each is fetched, and its parent hash proves the link to the cursor.
  const isLinked = ahead > 0n && ahead <= fewBlocks;
  if (!isLinked && (await isReplaced(deps, cursor, head))) return { ...(await rewind(deps, cursor)), head };
  const page = ahead > 0n ? await readPage(deps, cursor, head) : { read: cursor.blockNumber };
  if (page === "replaced") return { ...(await rewind(deps, cursor)), head };
  await rematchProvenWallets(deps);
  const isMoreToCount = await settleTransfers(deps);
  return { more: page.read < head.number || isMoreToCount, head };
}

/** Returns true when the chain has another block at the cursor's height. */
async function isReplaced({ chain }: Pick<Deps, "chain">, cursor: Cursor, head?: BlockRef): Promise<boolean> {
  const currentBlock = head?.number === cursor.blockNumber ? head : await chain.block(cursor.blockNumber);
  if (!currentBlock) throw new ChainUnsure("The node does not have the block that was read last");
  return currentBlock.hash !== cursor.blockHash;
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
  if (!cursor) throw new Error("The cursor was not stored");
  return cursor;
}

/**
 * Reads one page of blocks towards the head, sized for one step. Returns the last block read, or "replaced" if the cursor's block left the
 * chain.
 */
async function readPage(deps: Deps, cursor: Cursor, head: BlockRef): Promise<{ read: bigint } | "replaced"> {
  const from = cursor.blockNumber + 1n;
  const last = min(head.number, cursor.blockNumber + pageBlocks);
  const begunAt = deps.clock.now();
  const [finalized, wallets] = await Promise.all([deps.chain.block("finalized"), loadWatchedWallets(deps.db, begunAt)]);
  const believed = (read: bigint) =>
    trustedFinalizedHeight({ claimed: finalized?.number ?? null, head: head.number, read, known: cursor.finalizedNumber }, deps.network);
  // Few blocks are fetched first, because they carry the block times of their transfers. Of many, only the blocks to store are fetched.
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

/** Fetches the blocks that could still leave the chain, at least the last one, and checks that each links to its parent. */
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
  /** True when the page left nothing to `recordDeferredTransfers`. */
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
    // A wallet was added, proven or got its first checkout since the page was fetched. Read the page again with that wallet.
    if ((await loadWatchedWallets(tx, page.begunAt)).size !== page.wallets.size) return;
    const now = deps.clock.now();
    const { unkept } = await recordTransfers(tx, deps.network, page.observed, page.wallets, now);
    const isAllKept = page.isWhole && cursor.keptNumber === cursor.blockNumber;
    await extendBlockHistory(tx, from.chainId, page.blocks, min(page.finalizedNumber, isAllKept ? last.number : cursor.keptNumber));
    await moveCursor(tx, from.chainId, last, page.finalizedNumber, now);
    if (isAllKept) {
      await insertRowlessMoney(tx, unkept, now);
      await moveKept(tx, from.chainId, last);
    }
    await notifyPayments(tx, await listWaitingPaymentIds(tx, from.chainId, followedAtOnce));
  });
}

/** Handles a reorganisation below the cursor: reverses what was read from blocks that left the chain, back to the common ancestor. */
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

/**
 * Finds the newest block that the chain and our block history share. Returns null when the chain has another block at every height of the
 * history. Throws ChainUnsure when the node lacks a height.
 */
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
