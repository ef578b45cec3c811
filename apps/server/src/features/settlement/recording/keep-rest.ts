import { ChainUnsure } from "@hearth/chain/chain-errors";
import type { BlockRef } from "@hearth/chain/chain-reader";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findBlockHashes, findCursor, lockCursor, moveKept } from "../../ledger/chain-cursor.repo.ts";
import { insertUnkept, type UnkeptMoney } from "../../ledger/journal.repo.ts";
import { addUp } from "./record-transfer.ts";
import { recordTransfers } from "./record-transfers.ts";
import { loadWatchedWallets, readTransfers, type WatchedWallets } from "./watched-wallets.ts";

/** Blocks asked for at once, as the reader does. */
const pageBlocks = 1_900n;
/** So many are written while the cursor is held: some tens of milliseconds, in which no payment is completed. */
const keptAtOnce = 250;

/** A page of the blocks that the reader has passed. */
interface Rest {
  cursor: Cursor;
  /** Whoever becomes a payee later is one from a later block on. */
  wallets: WatchedWallets;
  transfers: ObservedTransfer[];
  last: BlockRef;
}

/**
 * Keeps what the reader left behind because crowds sent it, in the chain's order: reads the blocks between the cursor's two marks again, whole.
 * What the reader has kept of them is left alone; between a few hundred transfers others have the cursor. When one is interrupted, the next
 * one begins with the same block again. Answers whether there is more. Throws ChainUnavailable.
 *
 * Costs a statement when there is nothing, and a page of the reader and some eight statements for each few hundred transfers when there is.
 */
export async function keepRest(deps: Deps): Promise<boolean> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor || cursor.keptNumber >= cursor.blockNumber) return false;
  const from = cursor.keptNumber + 1n;
  const to = cursor.keptNumber + pageBlocks < cursor.blockNumber ? cursor.keptNumber + pageBlocks : cursor.blockNumber;
  const [wallets, hashes] = [await loadWatchedWallets(deps.db, deps.clock.now()), await findBlockHashes(deps.db, cursor.chainId, from, to)];
  const { transfers, upTo } = await readTransfers(deps, wallets, { from, to });
  const last = await deps.chain.block(upTo);
  const isRead = ({ number, hash }: Pick<BlockRef, "number" | "hash">) => (hashes.get(number) ?? hash) === hash;
  if (!last || !isRead(last) || !transfers.every(({ blockNumber, blockHash }) => isRead({ number: blockNumber, hash: blockHash })))
    throw new ChainUnsure("The blocks to keep the rest of are not the ones that were read");
  return (await keep(deps, { cursor, wallets, transfers, last })) && upTo < cursor.blockNumber;
}

/** Answers whether all of it was kept, and not given up since the chain had changed meanwhile. */
async function keep(deps: Deps, rest: Rest): Promise<boolean> {
  const unkept: UnkeptMoney[] = [];
  for (let at = 0; ; at += keptAtOnce) {
    const isLast = at + keptAtOnce >= rest.transfers.length;
    const isKept = await deps.db.transaction(async (tx) => {
      const cursor = await lockCursor(tx, rest.cursor.chainId);
      if (!cursor || !(await standsAsRead(tx, cursor, rest))) return false;
      const now = deps.clock.now();
      const some = rest.transfers.slice(at, at + keptAtOnce);
      unkept.push(...(await recordTransfers(tx, deps.network, some, rest.wallets, now)).unkept);
      if (!isLast) return true;
      // Only added up, it has no row that would say it was kept: so it comes together with the mark.
      await insertUnkept(tx, addUp(unkept), now);
      await moveKept(tx, cursor.chainId, rest.last);
      return true;
    });
    if (!isKept || isLast) return isKept;
  }
}

/** Whether the page's blocks are still those of the chain, and nobody else has kept them. */
async function standsAsRead(tx: Transaction, cursor: Cursor, { cursor: begun, last }: Rest): Promise<boolean> {
  if (cursor.keptNumber !== begun.keptNumber || cursor.blockNumber < last.number) return false;
  const standing = (await findBlockHashes(tx, cursor.chainId, last.number, last.number)).get(last.number);
  return standing === undefined || standing === last.hash;
}
