import { ChainUnsure } from "@hearth/chain/chain-errors";
import type { BlockRef } from "@hearth/chain/chain-reader";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findBlockHashes, findCursor, lockCursor, moveKept } from "../../ledger/chain-cursor.repo.ts";
import { insertRowlessMoney, type RowlessMoney } from "../../ledger/journal.repo.ts";
import { addUp } from "./record-transfer.ts";
import { recordTransfers } from "./record-transfers.ts";
import { loadWatchedWallets, readTransfers, type WatchedWallets } from "./watched-wallets.ts";

/** Blocks per request, the same as the reader's. */
const pageBlocks = 1_900n;
/** Transfers written per transaction. It locks the cursor for some tens of milliseconds, in which no payment can complete. */
const keptAtOnce = 250;

/** A page of blocks between the cursor's two marks. */
interface Rest {
  cursor: Cursor;
  /** Loaded once for the page: a wallet added later becomes a payee from a later block on. */
  wallets: WatchedWallets;
  transfers: ObservedTransfer[];
  last: BlockRef;
}

/**
 * Records the transfers that the reader deferred because of a crowd, in chain order: re-reads the blocks between the cursor's two marks in
 * full. Skips transfers already recorded. Releases the cursor's lock after every 250 transfers. After an interruption, the next run begins
 * with the same block. Returns true if there is more. Throws ChainUnavailable.
 *
 * Cost: one statement when there is nothing to do. Otherwise one reader page and about eight statements per 250 transfers.
 */
export async function recordDeferredTransfers(deps: Deps): Promise<boolean> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor || cursor.keptNumber >= cursor.blockNumber) return false;
  const from = cursor.keptNumber + 1n;
  const to = cursor.keptNumber + pageBlocks < cursor.blockNumber ? cursor.keptNumber + pageBlocks : cursor.blockNumber;
  const [wallets, hashes] = [await loadWatchedWallets(deps.db, deps.clock.now()), await findBlockHashes(deps.db, cursor.chainId, from, to)];
  const { transfers, upTo } = await readTransfers(deps, wallets, { from, to });
  const last = await deps.chain.block(upTo);
  const isRead = ({ number, hash }: Pick<BlockRef, "number" | "hash">) => (hashes.get(number) ?? hash) === hash;
  if (!last || !isRead(last) || !transfers.every(({ blockNumber, blockHash }) => isRead({ number: blockNumber, hash: blockHash })))
    throw new ChainUnsure("The blocks with deferred transfers are not the ones that were read");
  return (await keep(deps, { cursor, wallets, transfers, last })) && upTo < cursor.blockNumber;
}

/** Returns true when the whole page was recorded, false when the chain or the cursor changed meanwhile. */
async function keep(deps: Deps, rest: Rest): Promise<boolean> {
  const unkept: RowlessMoney[] = [];
  for (let at = 0; ; at += keptAtOnce) {
    const isLast = at + keptAtOnce >= rest.transfers.length;
    const isKept = await deps.db.transaction(async (tx) => {
      const cursor = await lockCursor(tx, rest.cursor.chainId);
      if (!cursor || !(await isStillCurrent(tx, cursor, rest))) return false;
      const now = deps.clock.now();
      const some = rest.transfers.slice(at, at + keptAtOnce);
      unkept.push(...(await recordTransfers(tx, deps.network, some, rest.wallets, now)).unkept);
      if (!isLast) return true;
      // Sums without rows leave no trace of being recorded, so they are inserted in the same transaction that moves the mark.
      await insertRowlessMoney(tx, addUp(unkept), now);
      await moveKept(tx, cursor.chainId, rest.last);
      return true;
    });
    if (!isKept || isLast) return isKept;
  }
}

/** Returns true while the page's blocks are still on the chain and no other process has recorded them. */
async function isStillCurrent(tx: Transaction, cursor: Cursor, { cursor: begun, last }: Rest): Promise<boolean> {
  if (cursor.keptNumber !== begun.keptNumber || cursor.blockNumber < last.number) return false;
  const standing = (await findBlockHashes(tx, cursor.chainId, last.number, last.number)).get(last.number);
  return standing === undefined || standing === last.hash;
}
