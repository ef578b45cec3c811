import type { BlockRef } from "@hearth/chain/chain-reader";
import { ChainUnsure } from "@hearth/chain/chain-errors";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { transferKey } from "@hearth/chain/transfer-facts";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import { clearAlarm } from "../../alarms/alarms.repo.ts";
import {
  type Cursor,
  cutBlockHistory,
  extendBlockHistory,
  findCursor,
  listBlockHistory,
  lockCursor,
  lowerReconciled,
  moveCursor,
} from "../../ledger/chain-cursor.repo.ts";
import { reverseRowlessMoney } from "../../ledger/journal.repo.ts";
import { listTransfersBetween, lockTransfersAbove, type TransferRow } from "../../ledger/transfers.repo.ts";
import { asLog } from "../recording/known-rows.ts";
import { rollBackTransfers } from "../recording/undo-transfers.ts";

/** Result of a repair. */
export interface ChainRepair {
  /** The cursor's block before and after. */
  from: bigint;
  to: bigint;
  /** Number of transfers that the chain does not have. Their completions were undone. */
  takenBack: number;
}

/** `toBlock` undefined: go back to the newest block of the block history that the chain still has. */
interface RepairOrder {
  toBlock: bigint | undefined;
  /** Writes the audit entry, in the repair's transaction. */
  writeDown(tx: Transaction, repair: ChainRepair): Promise<void>;
}

/**
 * Repairs the cursor after a provider returned false data: moves it back and reverses every transfer above that the chain does not have.
 * Transfers that the chain has stay as they are. The watcher reads on from the new cursor.
 *
 * @throws HearthError CONFLICT when there is no block to go back to, or when the cursor moved meanwhile. ChainUnsure when the node lacks a
 * block.
 */
export async function repairChain(deps: Deps, { toBlock, writeDown }: RepairOrder): Promise<ChainRepair> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor) throw new HearthError("CONFLICT", { message: "The chain has not been read yet" });
  const target = toBlock === undefined ? await findNewestShared(deps, cursor) : await findTarget(deps, cursor, toBlock);
  const contradicted = await listContradicted(deps, cursor, target);
  const repair = { from: cursor.blockNumber, to: target.number, takenBack: contradicted.size };
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const locked = await lockCursor(tx, cursor.chainId);
    if (locked?.blockHash !== cursor.blockHash) throw new HearthError("CONFLICT", { message: "The cursor moved meanwhile. Try again." });
    const above = await lockTransfersAbove(tx, cursor.chainId, target.number);
    await rollBackTransfers(
      tx,
      above.filter(({ id }) => contradicted.has(id)),
      now,
    );
    // Sums without rows are reversed here and read again with their blocks.
    await reverseRowlessMoney(tx, cursor.chainId, target.number, now);
    await cutBlockHistory(tx, cursor.chainId, target.number - 1n);
    await extendBlockHistory(tx, cursor.chainId, [target], 0n);
    await moveCursor(tx, cursor.chainId, target, min(locked.finalizedNumber, target.number), now);
    await lowerReconciled(tx, cursor.chainId, target.number);
    await clearAlarm(tx, "chain-replaced", now);
    await writeDown(tx, repair);
  });
  return repair;
}

async function findNewestShared(deps: Deps, cursor: Cursor): Promise<BlockRef> {
  for (const block of await listBlockHistory(deps.db, cursor.chainId)) {
    if ((await getBlock(deps, block.number)).hash === block.hash) return block;
  }
  throw new HearthError("CONFLICT", { message: "The chain has none of the stored blocks. Name the block to go back to." });
}

async function findTarget(deps: Deps, cursor: Cursor, toBlock: bigint): Promise<BlockRef> {
  if (toBlock > cursor.blockNumber)
    throw new HearthError("CONFLICT", { message: `Reading stands at block ${cursor.blockNumber}; it can only go back` });
  return getBlock(deps, toBlock);
}

/** Lists transfers above the target that the chain contradicts: another block at their height, or a block without their log. */
async function listContradicted(deps: Deps, cursor: Cursor, target: BlockRef): Promise<Set<string>> {
  const contradicted = new Set<string>();
  const recordedTransfers = await listTransfersBetween(
    deps.db,
    cursor.chainId,
    target.number + 1n,
    max(cursor.blockNumber, target.number + 1n),
  );
  for (const [height, transfers] of Map.groupBy(recordedTransfers, ({ blockNumber }) => blockNumber)) {
    const { hash } = await getBlock(deps, height);
    const transfersInBlock = transfers.filter(({ blockHash }) => blockHash === hash);
    const keyOf = (log: ObservedTransfer) => transferKey(log, deps.network.dustFloorUnits);
    const onChain = new Set((await listLogs(deps, transfersInBlock, height)).map(keyOf));
    for (const transfer of transfers)
      if (!transfersInBlock.includes(transfer) || !onChain.has(keyOf(asLog(transfer)))) contradicted.add(transfer.id);
  }
  return contradicted;
}

async function listLogs(deps: Deps, transfers: TransferRow[], height: bigint): Promise<ObservedTransfer[]> {
  return deps.chain.transfersTo([...new Set(transfers.map(({ toAddress }) => toAddress))], height, height);
}

async function getBlock(deps: Deps, height: bigint): Promise<BlockRef> {
  const block = await deps.chain.block(height);
  if (!block) throw new ChainUnsure(`The node does not have block ${height}`);
  return block;
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
