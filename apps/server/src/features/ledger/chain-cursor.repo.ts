import type { BlockRef } from "@hearth/chain/chain-reader";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { chainBlocks } from "@hearth/db/schema/chain-blocks";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { isBlockAfter } from "@hearth/domain/time";
import { and, asc, desc, eq, gt, gte, lt, lte, sql } from "drizzle-orm";

export type Cursor = typeof chainCursors.$inferSelect;

export async function findCursor(db: DatabaseOrTransaction, chainId: number): Promise<Cursor | null> {
  const [row] = await db.select().from(chainCursors).where(eq(chainCursors.chainId, chainId));
  return row ?? null;
}

/** Returns true when every block up to `moment` is recorded in full. Any money that arrived by then is known. */
export async function hasReadPast(db: DatabaseOrTransaction, chainId: number, moment: Date): Promise<boolean> {
  const cursor = await findCursor(db, chainId);
  return cursor !== null && isBlockAfter(cursor.keptTime, moment);
}

/** Locks the cursor until the transaction ends. Every settlement write takes this lock first, which serializes them. */
export async function lockCursor(tx: Transaction, chainId: number): Promise<Cursor | null> {
  const [row] = await tx.select().from(chainCursors).where(eq(chainCursors.chainId, chainId)).for("update");
  return row ?? null;
}

/** Creates the cursor at the given block, unless another process has. */
export async function insertCursor(db: DatabaseOrTransaction, chainId: number, start: BlockRef, now: Date): Promise<void> {
  await db
    .insert(chainCursors)
    .values({
      chainId,
      blockNumber: start.number,
      blockHash: start.hash,
      blockTime: start.time,
      keptNumber: start.number,
      keptTime: start.time,
      finalizedNumber: start.number,
      reconciledNumber: start.number,
      updatedAt: now,
    })
    .onConflictDoNothing();
}

/** Moves a locked cursor forward or back. Moving back also lowers the mark of fully recorded blocks. */
export async function moveCursor(tx: Transaction, chainId: number, to: BlockRef, finalizedNumber: bigint, now: Date): Promise<void> {
  const { keptNumber, keptTime } = chainCursors;
  const height = sql`${to.number.toString()}::bigint`;
  const storedCursor = {
    keptNumber: sql`least(${keptNumber}, ${height})`,
    keptTime: sql`case when ${keptNumber} > ${height} then ${to.time.toISOString()}::timestamptz else ${keptTime} end`,
  };
  await tx
    .update(chainCursors)
    .set({ blockNumber: to.number, blockHash: to.hash, blockTime: to.time, ...storedCursor, finalizedNumber, updatedAt: now })
    .where(eq(chainCursors.chainId, chainId));
}

/** Marks every block up to this one as recorded in full. Requires the cursor's lock. */
export async function moveKept(tx: Transaction, chainId: number, to: Pick<BlockRef, "number" | "time">): Promise<void> {
  await tx.update(chainCursors).set({ keptNumber: to.number, keptTime: to.time }).where(eq(chainCursors.chainId, chainId));
}

/** Stores the height up to which ledger and chain were compared. Never lowers it. */
export async function moveReconciled(tx: Transaction, chainId: number, to: bigint): Promise<void> {
  await tx
    .update(chainCursors)
    .set({ reconciledNumber: to })
    .where(and(eq(chainCursors.chainId, chainId), lt(chainCursors.reconciledNumber, to)));
}

/** Requires a new comparison of everything above a height. */
export async function lowerReconciled(tx: Transaction, chainId: number, to: bigint): Promise<void> {
  await tx
    .update(chainCursors)
    .set({ reconciledNumber: to })
    .where(and(eq(chainCursors.chainId, chainId), gt(chainCursors.reconciledNumber, to)));
}

/** Stops or resumes completions (the emergency brake). A trigger records the intervals. */
export async function setCompletionsStopped(db: DatabaseOrTransaction, chainId: number, isStopped: boolean, at: Date): Promise<void> {
  await db
    .update(chainCursors)
    .set({ completionsStoppedAt: isStopped ? at : null, updatedAt: at })
    .where(eq(chainCursors.chainId, chainId));
}

/** Lists the stored blocks, newest first. */
export async function listBlockHistory(db: DatabaseOrTransaction, chainId: number): Promise<BlockRef[]> {
  return db.select().from(chainBlocks).where(eq(chainBlocks.chainId, chainId)).orderBy(desc(chainBlocks.number));
}

/** Maps heights to the stored hashes from `from` to `to`, both included. */
export async function findBlockHashes(db: DatabaseOrTransaction, chainId: number, from: bigint, to: bigint): Promise<Map<bigint, string>> {
  const { number, hash } = chainBlocks;
  const rows = await db
    .select({ number, hash })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), gte(number, from), lte(number, to)));
  return new Map(rows.map((block) => [block.number, block.hash]));
}

/** Returns the oldest stored block. Everything below it is final. */
export async function findAnchor(db: DatabaseOrTransaction, chainId: number): Promise<BlockRef | null> {
  const [row] = await db.select().from(chainBlocks).where(eq(chainBlocks.chainId, chainId)).orderBy(asc(chainBlocks.number)).limit(1);
  return row ?? null;
}

/** Stores blocks and drops those below `dropBelow`, which are final and recorded in full. */
export async function extendBlockHistory(tx: Transaction, chainId: number, blocks: BlockRef[], dropBelow: bigint): Promise<void> {
  const rows = blocks.map((block) => ({ chainId, ...block }));
  for (let start = 0; start < rows.length; start += 1_000)
    await tx
      .insert(chainBlocks)
      .values(rows.slice(start, start + 1_000))
      .onConflictDoNothing();
  await tx.delete(chainBlocks).where(and(eq(chainBlocks.chainId, chainId), lt(chainBlocks.number, dropBelow)));
}

/** Deletes the blocks above a height, because they left the chain. */
export async function cutBlockHistory(tx: Transaction, chainId: number, above: bigint): Promise<void> {
  await tx.delete(chainBlocks).where(and(eq(chainBlocks.chainId, chainId), gt(chainBlocks.number, above)));
}
