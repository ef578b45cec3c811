import type { Database } from "@hearth/db/client";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { eq } from "drizzle-orm";

/** When the newest block that the watcher has read was made; null before the first. Fails when the database is away. */
export async function findWatchedBlockTime(db: Database, chainId: number): Promise<Date | null> {
  const [row] = await db.select({ blockTime: chainCursors.blockTime }).from(chainCursors).where(eq(chainCursors.chainId, chainId));
  return row?.blockTime ?? null;
}
