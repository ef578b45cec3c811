import type { DatabaseOrTransaction } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { eq } from "drizzle-orm";

/** Returns the last block read of a chain, or null if none has been read. */
export async function findChainHead(db: DatabaseOrTransaction, chainId: number) {
  const { blockNumber, blockTime, completionsStoppedAt } = chainCursors;
  const [row] = await db
    .select({ blockNumber, blockTime, completionsStoppedAt })
    .from(chainCursors)
    .where(eq(chainCursors.chainId, chainId));
  return row ?? null;
}
