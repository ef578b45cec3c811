import type { Deps } from "../../../deps.ts";
import { findCursor, lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { listCatchingUp, moveCatchUp } from "../../ledger/catch-up.repo.ts";
import { recordTransfers } from "./record-transfers.ts";
import { loadWatchedWallets } from "./watched-wallets.ts";

/** Blocks per request; nodes refuse longer ranges. */
const pageBlocks = 1_900n;

/**
 * Re-reads the blocks before a newly proven wallet's proof for bound transfers, where the wallet may have been unwatched. The wallets share
 * pages, and each stores its own progress, so any process can continue. Reads only final blocks. `isDone`: nothing more can be read at the
 * moment. Throws ChainUnavailable.
 */
export async function catchUpWallets(deps: Deps, { pages }: { pages: number }): Promise<{ found: number; isDone: boolean }> {
  let found = 0;
  for (let page = 0; page < pages; page++) {
    const writtenCount = await catchUpPage(deps);
    if (writtenCount === null) return { found, isDone: true };
    found += writtenCount;
  }
  return { found, isDone: false };
}

/** Reads one page. Returns the number of transfers found, or null when nothing can be read at the moment. */
async function catchUpPage(deps: Deps): Promise<number | null> {
  const { chain, db, network } = deps;
  const [cursor, behind] = [await findCursor(db, network.chainId), await listCatchingUp(db)];
  const [first] = behind;
  if (cursor === null || first === undefined) return null;
  const from = first.catchUpBlock;
  const ends = behind.map(({ provenFromBlock }) => provenFromBlock - 1n);
  const last = [from + pageBlocks - 1n, cursor.finalizedNumber, ends.reduce((left, right) => (left > right ? left : right))].reduce(
    (left, right) => (left < right ? left : right),
  );
  if (last < from) return null;
  const walletsToRead = behind.filter(({ catchUpBlock }) => catchUpBlock <= last);
  const addresses = [...new Set(walletsToRead.map(({ address }) => address))];
  const { transfers, upTo } = await chain.transfersInvolving({ to: [], from: [], onlyBound: addresses }, from, last);
  return db.transaction(async (tx) => {
    await lockCursor(tx, network.chainId);
    const now = deps.clock.now();
    // Sums without rows are ignored here: they were posted if the wallet was read whole, and belong to nobody before.
    const { writtenCount: written } = await recordTransfers(tx, network, transfers, await loadWatchedWallets(tx, now), now);
    await moveCatchUp(
      tx,
      walletsToRead.map(({ id }) => id),
      upTo,
    );
    return written;
  });
}
