import { ChainUnsure } from "@hearth/chain/chain-errors";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { transferKey } from "@hearth/chain/transfer-facts";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";
import { clearAlarm } from "../../alarms/alarms.repo.ts";
import { lockCursor, lowerReconciled } from "../../ledger/chain-cursor.repo.ts";
import { findTransfer, listRowsOfTransactions, type TransferRow } from "../../ledger/transfers.repo.ts";
import { asLog, newestFirst } from "./known-rows.ts";
import { differsAlarm } from "./reconcile-ledger.ts";
import { recordTransfers } from "./record-transfers.ts";
import { rollBackTransfer } from "./undo-transfers.ts";
import { loadWatchedWallets } from "./watched-wallets.ts";

export interface MendedTransfer {
  txHash: `0x${string}`;
  /** Number of rows that contradicted the chain and were reversed with their effects. */
  takenBack: number;
  /** Number of logs recorded again. */
  recorded: number;
}

/**
 * Rewrites the rows of a transfer's transaction from the chain: reverses every living row that differs from its log, and records the logs
 * without a row. Payments are then decided as after a reorganisation and counted by the next step. A person's decision on a wrong row stays
 * with that row, which no longer counts.
 *
 * @throws HearthError NOT_FOUND; CONFLICT when the chain has no such transaction, its block is not read yet, or nothing differs. @throws
 * ChainUnavailable, also when the node lacks the block.
 */
export async function mendTransfer(
  deps: Deps,
  transferId: string,
  writeDown: (tx: Transaction, mended: MendedTransfer) => Promise<void>,
): Promise<MendedTransfer> {
  const { db, network } = deps;
  const transfer = await findTransfer(db, transferId);
  if (!transfer || transfer.chainId !== network.chainId) throw new HearthError("NOT_FOUND", { message: "Transfer not found" });
  const { txHash } = transfer;
  const logs = await readLogs(deps, transfer);
  const wallets = await loadWatchedWallets(db, deps.clock.now());
  return db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, network.chainId);
    const block = logs[0]?.blockNumber ?? 0n;
    if (!cursor || block > cursor.keptNumber) throw conflict("The transaction's block was not read yet. Try again in a minute.");
    const now = deps.clock.now();
    const rows = await listRowsOfTransactions(tx, network.chainId, [txHash]);
    const keyOf = (log: ObservedTransfer) => transferKey(log, network.dustFloorUnits);
    const onChain = new Set(logs.map(keyOf));
    const invented = rows.filter((row) => row.reorgedAt === null && !onChain.has(keyOf(asLog(row))));
    for (const row of invented.toSorted(newestFirst)) {
      await rollBackTransfer(tx, row, now);
      await clearAlarm(tx, differsAlarm(row.id), now);
    }
    const { writtenCount: written, failed } = await recordTransfers(tx, network, logs, wallets, now);
    if (failed > 0) throw new Error("A log of the transaction cannot be recorded");
    if (invented.length + written === 0) throw conflict("The ledger already says what the chain says");
    // Money below the floor has no row, so the comparison has to check the block again.
    await lowerReconciled(tx, network.chainId, block - 1n);
    const mended = { txHash, takenBack: invented.length, recorded: written };
    await writeDown(tx, mended);
    return mended;
  });
}

/** Reads the transfers of the row's transaction from the chain. Throws if their block is not canonical. */
async function readLogs({ chain }: Deps, { txHash, blockNumber }: TransferRow): Promise<ObservedTransfer[]> {
  const logs = await chain.transfersInTx(txHash);
  const [first] = logs;
  if (!first)
    throw conflict(
      `The chain shows no transfers in this transaction. If it is gone, hearth chain repair --to-block ${blockNumber - 1n} takes it back.`,
    );
  const currentBlock = await chain.block(first.blockNumber);
  if (currentBlock?.hash !== first.blockHash) throw new ChainUnsure("The transaction's block is not the one at its height");
  return logs;
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
